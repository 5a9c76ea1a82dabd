import { cutText } from '#server/engine/kernel/cut-text.pure.ts'
import { escapeHtml } from '#server/engine/kernel/escape-html.ts'
import type { CapturedMessage } from './captured.ts'

/** Renders `/dev/messages`: every captured message as its recipient would see it, with its HTML in a frame without scripts. */
export function capturedPage(owner: string, messages: CapturedMessage[]): string {
  const items = messages.map((message) => {
    const headers = Object.entries((message.headers ?? {}) as Record<string, unknown>)
      .map(([name, value]) => `<dt>${escapeHtml(name)}</dt><dd>${escapeHtml(String(value))}</dd>`)
      .join('')
    const files = Array.isArray(message.attachments) ? message.attachments : []
    const names = files.map(({ filename = '' }: { filename?: unknown }) => escapeHtml(String(filename))).join(', ')
    const body =
      message.channel === 'sms'
        ? `<p class="sms">${escapeHtml(message.text)}</p>`
        : `<details><summary>HTML</summary><iframe sandbox title="HTML of message ${message.id}" srcdoc="${escapeHtml(message.html)}"></iframe></details><details><summary>Text</summary><pre>${escapeHtml(message.text)}</pre></details><details><summary>Headers</summary><dl>${headers}</dl></details>`
    return `<article id="m${message.id}"><h2>${escapeHtml(message.subject || cutText(message.text, 60))}</h2><p><code>${escapeHtml(message.kind)}</code> by ${escapeHtml(message.channel)} to ${escapeHtml(message.to)} at ${message.created.toISOString()}</p>${names && `<p>With ${names}</p>`}${body}</article>`
  })
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>Messages | ${escapeHtml(owner)}</title><style>${STYLE}</style></head><body><main><h1>Captured messages</h1><p>${messages.length} for ${escapeHtml(owner)}, newest first. Nothing here left the machine. <a href="/dev/messages.json">As JSON</a></p>${items.join('') || '<p>No message yet.</p>'}</main></body></html>`
}

const STYLE =
  ':root{color-scheme:light dark}body{font:16px/1.5 system-ui,sans-serif;margin:0}main{max-width:760px;margin:0 auto;padding:24px 16px}h1{font-size:28px}article{border-top:1px solid #8886;padding:12px 0}h2{font-size:17px;margin:0;overflow-wrap:anywhere}p{margin:4px 0}iframe{width:100%;height:640px;border:1px solid #8886;background:#fff}pre,.sms{white-space:pre-wrap;overflow-wrap:anywhere;background:#8881;padding:12px;border-radius:8px}summary{padding:6px 0;cursor:pointer}dl{display:grid;grid-template-columns:max-content 1fr;gap:2px 12px}dd{margin:0;overflow-wrap:anywhere}'
