import sharp from 'sharp'
import type { Storage } from '#server/engine/kernel/storage/file-store.ts'

/** A storage without files, which keeps none. */
export const noFiles: Storage = {
  put: async () => {},
  get: async () => null,
  size: async () => null,
  remove: async () => {},
  list: async () => [],
}

export type PictureCase = { name: string; bytes: Uint8Array; mime: string; file: string; taken: boolean }

const noise = (width: number, height: number) =>
  sharp({
    create: { width, height, channels: 3, noise: { type: 'gaussian', mean: 128, sigma: 40 }, background: '#888' },
  })

/** A PNG whose header claims more pixels than its data has: small to send, expensive to decode. */
function bomb(width: number, height: number, base: Buffer): Buffer {
  const png = Buffer.from(base)
  png.writeUInt32BE(width, 16)
  png.writeUInt32BE(height, 20)
  png.writeUInt32BE(crc32(png.subarray(12, 29)), 29)
  return png
}

function crc32(bytes: Uint8Array): number {
  let crc = 0xffffffff
  for (const byte of bytes) {
    crc ^= byte
    for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0)
  }
  return (crc ^ 0xffffffff) >>> 0
}

const SCRIPT = '<script>alert(document.domain)</script>'
const SVG = `<svg xmlns="http://www.w3.org/2000/svg" width="10" height="10">${SCRIPT}</svg>`
const gps = {
  IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '51/1 30/1 0/1', GPSLongitudeRef: 'W', GPSLongitude: '0/1 7/1 0/1' },
}

/** Good, odd and hostile uploads. `taken` is whether the product accepts it as a picture. */
export async function pictureCases(): Promise<PictureCase[]> {
  const jpeg = await noise(900, 700).jpeg().toBuffer()
  const png = await noise(200, 100).png().toBuffer()
  const webp = await noise(64, 64).webp().toBuffer()
  const located = await noise(400, 300)
    .withExif({ IFD0: { Make: 'Secret camera', Copyright: SCRIPT }, ...gps })
    .jpeg()
    .toBuffer()
  const turned = await noise(60, 30).withMetadata({ orientation: 6 }).jpeg().toBuffer()
  const animated = await sharp([png, png].map((input) => ({ input })) as never)
    .toBuffer()
    .catch(() => png)
  const gif = await noise(20, 20).gif().toBuffer()
  const tiff = await noise(20, 20).tiff().toBuffer()
  const avif = await noise(20, 20).avif().toBuffer()
  const text = (value: string) => Buffer.from(value)
  const good = (name: string, bytes: Uint8Array, mime = 'image/jpeg', file = 'me.jpg') => ({
    name,
    bytes,
    mime,
    file,
    taken: true,
  })
  const bad = (name: string, bytes: Uint8Array, mime = 'image/jpeg', file = 'me.jpg') => ({
    name,
    bytes,
    mime,
    file,
    taken: false,
  })
  const cases = [
    good('JPEG', jpeg),
    good('PNG', png, 'image/png', 'me.png'),
    good('WebP', webp, 'image/webp', 'me.webp'),
    good('JPEG with a place and a script in its EXIF', located),
    good('JPEG lying on its side', turned),
    good('animated', animated, 'image/png'),
    good('right bytes with another type', png, 'text/html', 'me.html'),
    good('right bytes without a type or an extension', jpeg, '', 'me'),
    good('a name that climbs', jpeg, 'image/jpeg', '../../../../etc/passwd'),
    good('two extensions', jpeg, 'image/jpeg', 'me.php.jpg'),
    good('a name with control characters', jpeg, 'image/jpeg', 'me\r\nX: 1.jpg'),
    good('JPEG with a page behind it', Buffer.concat([jpeg, text(`<html>${SCRIPT}`)])),
    good('PNG with an archive behind it', Buffer.concat([png, text('PK\u0003\u0004'), text(SCRIPT)]), 'image/png'),
    bad('SVG', text(SVG), 'image/svg+xml', 'me.svg'),
    bad('SVG called JPEG', text(SVG)),
    bad('SVG with an XML head', text(`<?xml version="1.0"?>${SVG}`), 'image/png', 'me.png'),
    bad('page', text(`<!doctype html>${SCRIPT}`), 'text/html', 'me.html'),
    bad('page called JPEG', text(`<!doctype html>${SCRIPT}`)),
    bad('script', text('alert(1)'), 'text/javascript', 'me.js'),
    bad('script behind the first bytes of a GIF', text(`GIF89a/*${SCRIPT}*/=1;`), 'image/gif', 'me.gif'),
    bad('page behind the first bytes of a JPEG', Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0]), text(SCRIPT)])),
    bad('page behind the signature of a PNG', Buffer.concat([png.subarray(0, 8), text(SCRIPT)]), 'image/png'),
    bad('RIFF that is no picture', Buffer.concat([text('RIFF'), Buffer.alloc(4), text('WAVEfmt ')]), 'image/webp'),
    bad('GIF', gif, 'image/gif', 'me.gif'),
    bad('TIFF', tiff, 'image/tiff', 'me.tiff'),
    bad('AVIF', avif, 'image/avif', 'me.avif'),
    bad('PDF', text('%PDF-1.7\n1 0 obj\n'), 'application/pdf', 'me.pdf'),
    bad('archive', text('PK\u0003\u0004aaaaaaaaaaaaaaaaaaaaaaaaaa'), 'application/zip', 'me.zip'),
    bad('nothing', new Uint8Array(0)),
    bad('one byte', new Uint8Array([0xff])),
    bad('zeros', new Uint8Array(100_000)),
    bad('65,000 by 65,000 in a few bytes', bomb(65_000, 65_000, png), 'image/png', 'bomb.png'),
    bad('24,000,001 pixels', bomb(24_000_001, 1, png), 'image/png', 'bomb.png'),
    bad('a size of nothing', bomb(0, 0, png), 'image/png', 'zero.png'),
    bad('a size that its data does not have', bomb(4_000, 4_000, png), 'image/png', 'thin.png'),
    bad('more than 5 MiB', Buffer.concat([jpeg, Buffer.alloc(5 * 1024 * 1024)])),
  ]
  for (let cut = 1; cut <= 30; cut++) {
    cases.push(bad(`JPEG cut after ${cut}/31`, jpeg.subarray(0, Math.floor((jpeg.length * cut) / 31))))
    cases.push(
      bad(`PNG cut after ${cut}/31`, png.subarray(0, Math.floor((png.length * cut) / 31)), 'image/png', 'me.png'),
    )
    cases.push(
      bad(`WebP cut after ${cut}/31`, webp.subarray(0, Math.floor((webp.length * cut) / 31)), 'image/webp', 'me.webp'),
    )
  }
  for (let n = 0; n < 30; n++)
    cases.push(
      bad(
        `noise ${n}`,
        Uint8Array.from({ length: 2_000 }, (_, i) => (i * 31 + n * 97) % 251),
      ),
    )
  return cases
}
