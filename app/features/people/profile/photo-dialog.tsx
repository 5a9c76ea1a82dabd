import { Button, FileInput, Group, Slider, Stack } from '@mantine/core'
import { IconPhoto } from '@tabler/icons-react'
import { Suspense, useEffect, useState } from 'react'
import { FAILED } from '#app/collections/problem-text.ts'
import { useCall } from '#app/collections/use-call.ts'
import { lazyPart } from '#app/shell/connection/lazy-part.ts'
import { Modal } from '#app/ui/modal.tsx'
import { IMAGE_TYPES, MAX_IMAGE_BYTES } from '#server/people/self/contract.ts'
import { cropSquare } from './crop-square.ts'
import type { DialogProps } from './form-dialog.tsx'
import classes from './profile.module.css'

const CropBox = lazyPart(() => import('./crop-box.tsx'))

/** Chooses, crops and uploads a photo, stored 400 pixels wide. @param path the call that takes the file. */
export function PhotoDialog({ path, onClose }: DialogProps & { path: string }) {
  const [src, setSrc] = useState<string>()
  const [crop, setCrop] = useState({ x: 0, y: 0 })
  const [zoom, setZoom] = useState(1)
  const [area, setArea] = useState<{ x: number; y: number; width: number; height: number }>()
  const { call, busy, problem, refuse, clear } = useCall('POST', path)
  useEffect(() => () => void (src && URL.revokeObjectURL(src)), [src])
  const choose = (file: File | null) => {
    if (!file) return
    if (!IMAGE_TYPES.some((type) => type === file.type)) return refuse('Choose a JPEG, PNG or WebP image.')
    if (file.size > MAX_IMAGE_BYTES) return refuse('The image must be 5 MiB or smaller.')
    clear()
    setSrc(URL.createObjectURL(file))
  }
  const save = async () => {
    if (!src || !area) return
    const photo = await cropSquare(src, area).catch(() => null)
    if (!photo) return refuse(FAILED)
    const form = new FormData()
    form.set('file', photo, 'photo.jpg')
    if ((await call(form)).ok) onClose()
  }
  return (
    <Modal opened onClose={onClose} size={400} title="Upload photo" centered>
      <Stack gap="md">
        <FileInput
          label="Picture"
          description="JPEG, PNG or WebP, at most 5 MiB. Other members see it beside your name."
          placeholder="Choose a picture"
          size="md"
          accept={IMAGE_TYPES.join(',')}
          leftSection={<IconPhoto size={18} aria-hidden />}
          onChange={choose}
          error={problem}
        />
        {src && (
          <>
            <Suspense fallback={<div className={classes.crop} />}>
              <CropBox src={src} crop={crop} zoom={zoom} onCrop={setCrop} onZoom={setZoom} onArea={setArea} />
            </Suspense>
            <Slider
              aria-label="Zoom"
              thumbLabel="Zoom"
              min={1}
              max={3}
              step={0.05}
              label={null}
              value={zoom}
              onChange={setZoom}
            />
          </>
        )}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" h={44} onClick={onClose}>
            Cancel
          </Button>
          <Button h={44} loading={busy} disabled={!area} onClick={save}>
            Save photo
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}
