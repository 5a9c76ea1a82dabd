import { fileTypeFromBuffer } from 'file-type'
import sharp, { type Sharp } from 'sharp'
import { invalid } from '#server/engine/kernel/errors.ts'
import type { StoredFile } from '#server/engine/kernel/storage/file-store.ts'
import { IMAGE_TYPES, MAX_IMAGE_BYTES } from '#server/people/self/contract.ts'

/**
 * Photos are small and lossy; logos keep transparency in a format that mail programs show; pictures in mails have the
 * width of a mail, as JPEG or PNG, since not all mail programs show WebP.
 */
export type Purpose = 'photo' | 'logo' | 'mail'

const MAX_PIXELS = 24_000_000
/** Pixels. */
const SIZES = {
  photo: { width: 512, height: 512 },
  logo: { width: 512, height: 512 },
  mail: { width: 1200, height: 3600 },
} as const satisfies Record<Purpose, { width: number; height: number }>
/** Bytes. Above it, a PNG without transparency becomes a JPEG in mail. */
const MAX_MAIL_PNG = 1024 * 1024

const refuse = (message: string) => invalid({ file: [message] })
const WRONG_KIND = 'Choose a JPEG, PNG or WebP image.'
export const IMAGE_TOO_LARGE = 'The image may have at most 5 MiB.'
const TOO_MANY = 'The image may have at most 24 megapixels.'
const BROKEN = 'This image is damaged. Please choose another.'

/**
 * Re-encodes an uploaded picture: detects the type from its bytes, turns it upright, shrinks it and drops metadata. No
 * byte of the upload is kept.
 * @throws DomainError 'invalid' under `file`.
 */
export async function reencodeImage(bytes: Uint8Array, purpose: Purpose): Promise<StoredFile> {
  if (bytes.byteLength === 0) throw refuse('Choose a file.')
  if (bytes.byteLength > MAX_IMAGE_BYTES) throw refuse(IMAGE_TOO_LARGE)
  const kind = await fileTypeFromBuffer(bytes).catch(() => undefined)
  if (!IMAGE_TYPES.some((type) => type === kind?.mime)) throw refuse(WRONG_KIND)
  const open = () => sharp(bytes, { limitInputPixels: MAX_PIXELS, failOn: 'warning', sequentialRead: true })
  const size = await open()
    .metadata()
    .catch((error: Error) => {
      throw refuse(/pixel limit/i.test(error.message) ? TOO_MANY : BROKEN)
    })
  if (size.width * size.height > MAX_PIXELS) throw refuse(TOO_MANY)
  const resized = open()
    .rotate()
    .resize({ ...SIZES[purpose], fit: 'inside', withoutEnlargement: true })
    .timeout({ seconds: 10 })
  const picture = { resized, hasAlpha: size.hasAlpha, isDrawn: kind?.mime === 'image/png' }
  return await ENCODERS[purpose](picture).catch(() => {
    throw refuse(BROKEN)
  })
}

type Decoded = { resized: Sharp; hasAlpha: boolean; isDrawn: boolean }

const asPng = async ({ resized }: Decoded): Promise<StoredFile> => ({
  bytes: await resized.png({ compressionLevel: 9 }).toBuffer(),
  content_type: 'image/png',
})
const asJpeg = async ({ resized }: Decoded): Promise<StoredFile> => ({
  bytes: await resized.jpeg({ quality: 82 }).toBuffer(),
  content_type: 'image/jpeg',
})

const ENCODERS: Readonly<Record<Purpose, (picture: Decoded) => Promise<StoredFile>>> = {
  photo: async ({ resized }) => ({ bytes: await resized.webp({ quality: 82 }).toBuffer(), content_type: 'image/webp' }),
  logo: asPng,
  mail: async (picture) => {
    if (!picture.hasAlpha && !picture.isDrawn) return asJpeg(picture)
    const png = await asPng({ ...picture, resized: picture.resized.clone() })
    return picture.hasAlpha || png.bytes.byteLength <= MAX_MAIL_PNG ? png : asJpeg(picture)
  },
}
