import { Button, FileInput, Group, Slider, Stack } from '@mantine/core'
import { useRevalidator } from '@remix-run/react'
import { IconPhoto } from '@tabler/icons-react'
import { Suspense, useEffect, useState } from 'react'
import { fieldMessage, firstMessage } from '#app/collections/answer-messages.ts'
import { lazyPart } from '#app/shell/connection/lazy-part.ts'
import { fetchApi } from '#app/shell/fetch-api.ts'
import { Modal } from '#app/ui/modal.tsx'
import { IMAGE_TYPES, MAX_IMAGE_BYTES } from '#server/people/self/contract.ts'
import { cropSquare } from './crop-square.ts'
import type { DialogProps } from './form-dialog.tsx'
import classes from './profile.module.css'

const CropBox = lazyPart(() => import('./crop-box.tsx'))
const FAILED = 'That did not work. Please try again.'

/** Chooses, crops and uploads a photo, stored 400 pixels wide. @param path the call that takes the file. */
export function PhotoDialog({ path, onClose }: DialogProps & { path: string }) {
  const { revalidate } = useRevalidator()
  const [src, setSrc] = useState<string>()
  const [crop, setCrop] = useState({ x: 0, y: 0 })
  const [zoom, setZoom] = useState(1)
  const [area, setArea] = useState<{ x: number; y: number; width: number; height: number }>()
  const [problem, setProblem] = useState<string>()
  const [busy, setBusy] = useState(false)
  useEffect(() => () => void (src && URL.revokeObjectURL(src)), [src])
  const choose = (file: File | null) => {
    if (!file) return
    const unsupported = !IMAGE_TYPES.some((type) => type === file.type)
    setProblem(
      unsupported
        ? 'Choose a JPEG, PNG or WebP image.'
        : file.size > MAX_IMAGE_BYTES
          ? 'The image must be 5 MiB or smaller.'
          : undefined,
    )
    if (!unsupported && file.size <= MAX_IMAGE_BYTES) setSrc(URL.createObjectURL(file))
  }
  const save = async () => {
    if (!src || !area) return
    setBusy(true)
    try {
      const form = new FormData()
      form.set('file', await cropSquare(src, area), 'photo.jpg')
      const answer = await fetchApi(path, { method: 'POST', body: form })
      const body: unknown = await answer.json().catch(() => null)
      if (answer.ok) {
        revalidate()
        onClose()
      } else setProblem(fieldMessage(body, 'file') ?? firstMessage(body, []) ?? FAILED)
    } catch {
      setProblem(FAILED)
    }
    setBusy(false)
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
