import { NETWORK_ERROR } from '../../../shell/fetch-api.ts'

export type Uploaded = { ok: boolean; body: unknown }

/**
 * Sends a file as a form. Never throws: a lost connection is an answer too.
 * @param onProgress how much has been sent, from 0 to 1
 */
export const uploadFile = (path: string, file: File, onProgress: (part: number) => void): Promise<Uploaded> =>
  new Promise((resolve) => {
    const form = new FormData()
    form.append('file', file)
    // `fetch` does not say how far it is.
    const request = new XMLHttpRequest()
    request.open('POST', path)
    request.responseType = 'json'
    request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0)
    request.onload = () => resolve({ ok: request.status >= 200 && request.status < 300, body: request.response })
    request.onerror = () => resolve({ ok: false, body: { detail: NETWORK_ERROR } })
    request.send(form)
  })
