import { useRef, useState } from 'react'
import { callApi } from '#app/collections/call-api.ts'
import { problemText } from '#app/collections/problem-text.ts'
import { NETWORK_ERROR } from '#app/shell/fetch-api.ts'
import type { FilesAnswer } from '#server/messages/attachments/contract.ts'
import { type MessageFile, roomProblem } from '#server/messages/attachments/rules.ts'

type Upload = { name: string; part: number }

export type Files = ReturnType<typeof useFiles>

/**
 * Files of a draft, stored as they are added.
 * @param stored as loaded with the page
 * @param ensure stores the draft if it is not stored yet; null when that is not possible
 */
export function useFiles(stored: readonly MessageFile[], ensure: () => Promise<number | null>) {
  const [files, setFiles] = useState(stored)
  const [upload, setUpload] = useState<Upload | null>(null)
  const [busy, setBusy] = useState<number | null>(null)
  const [problem, setProblem] = useState<string>()
  const latest = useRef(files)

  const show = (body: unknown) => {
    latest.current = (body as FilesAnswer).attachments
    setFiles(latest.current)
  }
  const addOne = async (file: File): Promise<string | undefined> => {
    const tooMuch = roomProblem(latest.current, file.size)
    if (tooMuch) return tooMuch
    setUpload({ name: file.name, part: 0 })
    const id = await ensure()
    if (id === null) return 'The message has a mistake. Correct it first, so that it can be saved.'
    const { ok, body } = await uploadFile(`/api/messages/${id}/attachments`, file, (part) =>
      setUpload({ name: file.name, part }),
    )
    if (ok) show(body)
    return ok ? undefined : problemText(body)
  }
  const add = async (chosen: readonly File[]) => {
    if (upload) return
    setProblem(undefined)
    for (const file of chosen) {
      const refused = await addOne(file)
      if (refused) {
        setProblem(refused)
        break
      }
    }
    setUpload(null)
  }
  const remove = async (file: number) => {
    const id = await ensure()
    if (id === null) return
    setBusy(file)
    const { ok, body } = await callApi('DELETE', `/api/messages/${id}/attachments/${file}`)
    setBusy(null)
    setProblem(ok ? undefined : problemText(body))
    if (ok) show(body)
  }
  return { files, upload, busy, problem, add, remove }
}

export type Uploaded = { ok: boolean; body: unknown }

/**
 * Sends a file as a form. Never throws: a lost connection is an answer too.
 * @param onProgress the part sent, from 0 to 1
 */
export const uploadFile = (path: string, file: File, onProgress: (part: number) => void): Promise<Uploaded> =>
  new Promise((resolve) => {
    const form = new FormData()
    form.append('file', file)
    // `fetch` reports no upload progress.
    const request = new XMLHttpRequest()
    request.open('POST', path)
    request.responseType = 'json'
    request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0)
    request.onload = () => resolve({ ok: request.status >= 200 && request.status < 300, body: request.response })
    request.onerror = () => resolve({ ok: false, body: { detail: NETWORK_ERROR } })
    request.send(form)
  })
