import MailComposer from 'nodemailer/lib/mail-composer'

export type Mail = {
  /** In angle brackets; by default nodemailer generates one. */
  messageId?: string
  from: { name: string; address: string }
  to: string
  replyTo?: string | undefined
  subject: string
  text: string
  html: string
  headers: Record<string, string>
  attachments: readonly { filename: string; content_type: string; content: string | Uint8Array }[]
}

/**
 * Composes a mail as bytes (RFC 5322, MIME): text and HTML alternatives, with attachments. nodemailer folds and encodes
 * the headers.
 */
export const composeMime = (mail: Mail): Promise<Buffer> =>
  new MailComposer({
    from: mail.from,
    to: { name: '', address: mail.to },
    replyTo: mail.replyTo && { name: '', address: mail.replyTo },
    messageId: mail.messageId,
    subject: mail.subject,
    text: mail.text,
    html: mail.html,
    headers: mail.headers,
    attachments: mail.attachments.map(({ filename, content_type, content }) => ({
      filename,
      contentType: content_type,
      // Keeps the bytes: the lines of a calendar file end in CRLF (RFC 5545).
      contentTransferEncoding: 'base64' as const,
      content:
        typeof content === 'string' ? content : Buffer.from(content.buffer, content.byteOffset, content.byteLength),
    })),
    disableFileAccess: true,
    disableUrlAccess: true,
  })
    .compile()
    .build()
