import { IconDownload } from '@tabler/icons-react'
import { type MessageFile, sizeText } from '#server/messages/attachments/rules.ts'
import classes from './files.module.css'

/** The files of a message, to be downloaded. */
export const FileLinks = ({ message, files }: { message: number; files: readonly MessageFile[] }) =>
  files.length > 0 && (
    <ul className={classes.list} aria-label="Files">
      {files.map(({ id, filename, size }) => (
        <li key={id}>
          <IconDownload size={18} stroke={1.8} aria-hidden />
          <a className={classes.name} href={`/api/messages/${message}/attachments/${id}`} download={filename}>
            {filename}
          </a>
          <span className="num">{sizeText(size)}</span>
        </li>
      ))}
    </ul>
  )
