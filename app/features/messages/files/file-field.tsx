import { ActionIcon, Button, FileButton, Input, Progress } from '@mantine/core'
import { IconDownload, IconFile, IconPaperclip, IconX } from '@tabler/icons-react'
import { type DragEvent, useId, useState } from 'react'
import { FILE_KINDS, MAX_FILES, type MessageFile, sizeText } from '#server/messages/attachments/rules.ts'
import classes from './files.module.css'
import type { Files } from './use-files.ts'

const ACCEPTED = Object.entries(FILE_KINDS)
  .flatMap(([type, endings]) => [type, ...endings.map((ending) => `.${ending}`)])
  .join(',')

export function FileField({ files, upload, busy, problem, add, remove }: Files) {
  const id = useId()
  const [isOver, setOver] = useState(false)
  const dragged = (over: boolean) => (event: DragEvent) => {
    if (!event.dataTransfer.types.includes('Files')) return
    event.preventDefault()
    setOver(over)
  }
  const drop = (event: DragEvent) => {
    dragged(false)(event)
    void add([...event.dataTransfer.files])
  }
  const isFull = files.length >= MAX_FILES
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: files can be dropped here; the button does the same
    <div
      className={`stack ${classes.field}`}
      data-over={isOver || undefined}
      onDragOver={dragged(true)}
      onDragLeave={dragged(false)}
      onDrop={drop}
    >
      <div className="row cluster between">
        <span id={id} className={classes.label}>
          Files
        </span>
        {!isFull && (
          <FileButton multiple accept={ACCEPTED} onChange={(chosen) => void add(chosen)} disabled={upload !== null}>
            {(props) => (
              <Button
                {...props}
                variant="default"
                leftSection={<IconPaperclip size={16} aria-hidden />}
                loading={upload !== null}
              >
                Add a file
              </Button>
            )}
          </FileButton>
        )}
      </div>
      {files.length > 0 && (
        <ul className={`list ${classes.list}`} aria-labelledby={id}>
          {files.map((file) => (
            <li key={file.id}>
              <IconFile size={18} stroke={1.8} aria-hidden />
              <span className={`fill wrap ${classes.name}`}>{file.filename}</span>
              <span className="num">{sizeText(file.size)}</span>
              <ActionIcon
                variant="subtle"
                color="gray"
                size={44}
                loading={busy === file.id}
                aria-label={`Remove ${file.filename}`}
                onClick={() => void remove(file.id)}
              >
                <IconX size={18} aria-hidden />
              </ActionIcon>
            </li>
          ))}
        </ul>
      )}
      {upload && (
        <div className={classes.upload}>
          <span className={`fill wrap ${classes.name}`}>{upload.name}</span>
          <Progress value={upload.part * 100} size="sm" aria-label={`Adding ${upload.name}`} />
        </div>
      )}
      {problem ? (
        <Input.Error role="alert">{problem}</Input.Error>
      ) : (
        <p className={`muted ${classes.hint}`}>
          PDF, PNG, JPEG or calendar files, at most {MAX_FILES} and 5 MB together.
        </p>
      )}
    </div>
  )
}

export const FileLinks = ({ message, files }: { message: number; files: readonly MessageFile[] }) =>
  files.length > 0 && (
    <ul className={`list ${classes.list}`} aria-label="Files">
      {files.map(({ id, filename, size }) => (
        <li key={id}>
          <IconDownload size={18} stroke={1.8} aria-hidden />
          <a
            className={`fill wrap ${classes.name}`}
            href={`/api/messages/${message}/attachments/${id}`}
            download={filename}
          >
            {filename}
          </a>
          <span className="num">{sizeText(size)}</span>
        </li>
      ))}
    </ul>
  )
