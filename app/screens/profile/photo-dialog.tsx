import { Button, FileButton, Group, Modal, Slider, Stack, Text } from '@mantine/core'
import { useRevalidator } from '@remix-run/react'
import { lazy, Suspense, useEffect, useState } from 'react'
import { IMAGE_TYPES, MAX_IMAGE_BYTES } from '#server/people/self/contract.ts'
import { firstMessage, messageUnder } from '../../collections/answer-messages.ts'
import { FormError } from '../../ui/form-error.tsx'
import { cutSquare } from './cut.ts'
import type { DialogProps } from './form-dialog.tsx'
import classes from './profile.module.css'

const CropBox = lazy(() => import('./crop-box.tsx'))
const FAILED = 'That did not work. Please try again.'

/** Choose a picture, choose its part, store it (specification §2.6: 400 wide). @param path the call that takes the file. */
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
    const wrong = !IMAGE_TYPES.some((type) => type === file.type)
    setProblem(
      wrong
        ? 'Choose a JPEG, PNG or WebP image.'
        : file.size > MAX_IMAGE_BYTES
          ? 'The image may have at most 5 MiB.'
          : undefined,
    )
    if (!wrong && file.size <= MAX_IMAGE_BYTES) setSrc(URL.createObjectURL(file))
  }
  const save = async () => {
    if (!src || !area) return
    setBusy(true)
    try {
      const form = new FormData()
      form.set('file', await cutSquare(src, area), 'photo.jpg')
      const answer = await fetch(path, { method: 'POST', body: form })
      const body: unknown = await answer.json().catch(() => null)
      if (answer.ok) {
        revalidate()
        onClose()
      } else setProblem(messageUnder(body, 'file') ?? firstMessage(body, []) ?? FAILED)
    } catch {
      setProblem(FAILED)
    }
    setBusy(false)
  }
  return (
    <Modal
      opened
      onClose={onClose}
      size={400}
      title="Upload photo"
      centered
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <Stack gap="md">
        <FormError message={problem} />
        {src ? (
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
        ) : (
          <Text size="sm">JPEG, PNG or WebP, at most 5 MiB. Other members see it beside your name.</Text>
        )}
        <Group justify="flex-end" gap="xs">
          <FileButton onChange={choose} accept={IMAGE_TYPES.join(',')}>
            {(props) => (
              <Button variant={src ? 'default' : 'filled'} h={44} {...props}>
                {src ? 'Choose another' : 'Choose photo'}
              </Button>
            )}
          </FileButton>
          {src && (
            <Button h={44} loading={busy} disabled={!area} onClick={save}>
              Save photo
            </Button>
          )}
        </Group>
      </Stack>
    </Modal>
  )
}
