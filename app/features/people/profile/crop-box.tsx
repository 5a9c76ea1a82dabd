import Cropper, { type Area } from 'react-easy-crop'
import { useNonce } from '#app/shell/nonce.ts'
import classes from './profile.module.css'

type Props = {
  src: string
  crop: { x: number; y: number }
  zoom: number
  onCrop: (crop: { x: number; y: number }) => void
  onZoom: (zoom: number) => void
  onArea: (area: Area) => void
}

/** The picture with a round crop window; loaded only with the dialog. */
export default function CropBox({ src, crop, zoom, onCrop, onZoom, onArea }: Props) {
  return (
    <div className={classes.crop}>
      <Cropper
        image={src}
        crop={crop}
        zoom={zoom}
        aspect={1}
        cropShape="round"
        showGrid={false}
        nonce={useNonce() ?? ''}
        onCropChange={onCrop}
        onZoomChange={onZoom}
        onCropComplete={(_area, pixels) => onArea(pixels)}
      />
    </div>
  )
}
