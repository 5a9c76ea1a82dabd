import { fileTypeFromBuffer } from 'file-type'
import sharp from 'sharp'
import { invalid } from '#server/engine/kernel/errors.ts'
import type { StoredFile } from '#server/engine/kernel/storage/file-store.ts'
import { IMAGE_TYPES, MAX_IMAGE_BYTES } from '#server/people/self/contract.ts'

/** The purpose of a picture: a photo is small and lossy; a logo keeps its transparency, and mail programs can show it. */
export type Purpose = 'photo' | 'logo'

const MAX_PIXELS = 24_000_000
const MAX_SIDE = 512

const refuse = (message: string) => invalid({ file: [message] })
const WRONG_KIND = 'Choose a JPEG, PNG or WebP image.'
export const IMAGE_TOO_LARGE = 'The image may have at most 5 MiB.'
const TOO_MANY = 'The image may have at most 24 megapixels.'
const BROKEN = 'This image is damaged. Please choose another.'

/**
 * Re-encodes an uploaded picture: recognised by its bytes, decoded, turned upright, at most 512 pixels a side, without
 * metadata. Nothing of the uploaded file is kept.
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
    .resize(MAX_SIDE, MAX_SIDE, { fit: 'inside', withoutEnlargement: true })
    .timeout({ seconds: 10 })
  const encoder = purpose === 'logo' ? resized.png({ compressionLevel: 9 }) : resized.webp({ quality: 82 })
  const output = await encoder.toBuffer().catch(() => {
    throw refuse(BROKEN)
  })
  return { bytes: output, content_type: purpose === 'logo' ? 'image/png' : 'image/webp' }
}
