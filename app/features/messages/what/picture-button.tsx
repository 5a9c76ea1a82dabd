import { ActionIcon, Button, FileInput, Popover, TextInput } from '@mantine/core'
import { IconPhoto } from '@tabler/icons-react'
import { type FormEvent, type RefObject, useState } from 'react'
import { useCall } from '#app/collections/use-call.ts'
import { HANDLED_STATUSES } from '#app/shell/fetch-api.ts'
import type { PictureAnswer } from '#server/messages/pictures/contract.ts'
import { IMAGE_TYPES, MAX_IMAGE_BYTES } from '#server/people/self/contract.ts'
import { picture, type TextHandle } from './edit-text.ts'
import classes from './what.module.css'

type PictureButtonProps = { field: RefObject<TextHandle> }

export function PictureButton({ field }: PictureButtonProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <Popover
      opened={isOpen}
      position="bottom-start"
      width={300}
      shadow="md"
      trapFocus
      hideDetached={false}
      returnFocus={false}
      onChange={(opened) => {
        if (opened) return
        setOpen(false)
        field.current?.focus()
      }}
    >
      <Popover.Target>
        <ActionIcon
          variant="subtle"
          color="gray"
          size={32}
          aria-label="Picture"
          title="Picture"
          onClick={() => setOpen(!isOpen)}
        >
          <IconPhoto size={18} aria-hidden />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown aria-label="Picture">
        <PictureForm field={field} onDone={() => setOpen(false)} />
      </Popover.Dropdown>
    </Popover>
  )
}

function PictureForm({ field, onDone }: PictureButtonProps & { onDone: () => void }) {
  const [file, setFile] = useState<File | null>(null)
  const [shows, setShows] = useState('')
  const { call, busy, problem, refuse, clear } = useCall<PictureAnswer>('POST', '/api/messages/pictures', {
    handled: HANDLED_STATUSES,
    reload: 'never',
  })
  const check = (chosen: File | null): chosen is File => {
    const wrong = problemOf(chosen)
    if (wrong) refuse(wrong)
    return !wrong
  }
  const insert = async (event: FormEvent) => {
    event.preventDefault()
    // The page may be a form as well.
    event.stopPropagation()
    if (!check(file)) return
    const form = new FormData()
    form.set('file', file)
    const { ok, body } = await call(form)
    const text = field.current
    if (!ok || !text) return
    onDone()
    text.apply(picture(text.selection(), shows, body.address))
  }
  return (
    <form className={classes.form} onSubmit={(event) => void insert(event)} noValidate>
      <FileInput
        data-autofocus
        label="Picture"
        description="JPEG, PNG or WebP, at most 5 MiB."
        placeholder="Choose a picture"
        accept={IMAGE_TYPES.join(',')}
        leftSection={<IconPhoto size={18} aria-hidden />}
        value={file}
        error={problem}
        onChange={(chosen) => {
          setFile(chosen)
          clear()
          if (chosen) check(chosen)
        }}
      />
      <TextInput
        label="Description"
        description="Read out where the picture isn’t shown. Leave blank for a decoration."
        value={shows}
        maxLength={300}
        onChange={(event) => setShows(event.currentTarget.value)}
      />
      <div className={classes.formFoot}>
        <Button type="submit" loading={busy}>
          Insert the picture
        </Button>
      </div>
    </form>
  )
}

function problemOf(file: File | null): string | undefined {
  if (!file) return 'Choose a picture.'
  if (!IMAGE_TYPES.some((type) => type === file.type)) return 'Choose a JPEG, PNG or WebP image.'
  return file.size > MAX_IMAGE_BYTES ? 'The image may have at most 5 MiB.' : undefined
}
