/** The last error that a call answered with. A new call clears it first; the error pages show it (specification §7, §8). */
export type ApiError = { message: string; status?: number; body?: unknown }

const KEY = 'wb.api-error'
const CHANGED = 'wb:api-error'

export function storeApiError(error: ApiError | null): void {
  if (error) sessionStorage.setItem(KEY, JSON.stringify(error))
  else sessionStorage.removeItem(KEY)
  window.dispatchEvent(new Event(CHANGED))
}

export function storedApiError(): ApiError | null {
  try {
    return JSON.parse(sessionStorage.getItem(KEY) ?? 'null') as ApiError | null
  } catch {
    return null
  }
}

export function onApiError(listener: () => void): () => void {
  window.addEventListener(CHANGED, listener)
  return () => window.removeEventListener(CHANGED, listener)
}

const PAGE = 'wb:error-page'

/** Asks the frame of the page to open an error page, without a load that would lose the stored error. */
export const openErrorPage = (status: number) =>
  void window.dispatchEvent(new CustomEvent<number>(PAGE, { detail: status }))

export function onErrorPage(listener: (status: number) => void): () => void {
  const heard = (event: Event) => listener((event as CustomEvent<number>).detail)
  window.addEventListener(PAGE, heard)
  return () => window.removeEventListener(PAGE, heard)
}
