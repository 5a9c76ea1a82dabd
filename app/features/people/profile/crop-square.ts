type Area = { x: number; y: number; width: number; height: number }

const SIDE = 512

/** Crops a picture to a square JPEG of at most 512 pixels. @throws when the browser cannot read the picture. */
export async function cropSquare(src: string, area: Area): Promise<Blob> {
  const image = new Image()
  image.src = src
  await image.decode()
  const side = Math.max(1, Math.min(SIDE, Math.round(area.width)))
  const canvas = Object.assign(document.createElement('canvas'), { width: side, height: side })
  canvas.getContext('2d')?.drawImage(image, area.x, area.y, area.width, area.height, 0, 0, side, side)
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', 0.9))
  if (!blob) throw new Error('The picture could not be cropped.')
  return blob
}
