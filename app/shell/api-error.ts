/** The last error that a call answered with. A new call clears it first; the error pages show it. */
export type ApiError = { message: string; status?: number; body?: unknown }

const CHANGED = 'wb:api-error'
const PAGE = 'wb:error-page'

/** Says an error in the banner of the page; `null` takes it away. */
export const storeApiError = (error: ApiError | null) =>
  void window.dispatchEvent(new CustomEvent<ApiError | null>(CHANGED, { detail: error }))

export const onApiError = (listener: (error: ApiError | null) => void) => heard<ApiError | null>(CHANGED, listener)

/** Asks the frame of the page to open the page of an error, without a load that would lose what was answered. */
export const openErrorPage = (status: number, error: ApiError) =>
  void window.dispatchEvent(new CustomEvent<PageOfError>(PAGE, { detail: { status, error } }))

type PageOfError = { status: number; error: ApiError }
export const onErrorPage = (listener: (page: PageOfError) => void) => heard<PageOfError>(PAGE, listener)

function heard<T>(name: string, listener: (detail: T) => void): () => void {
  const hear = (event: Event) => listener((event as CustomEvent<T>).detail)
  window.addEventListener(name, hear)
  return () => window.removeEventListener(name, hear)
}

/**
 * The error travels in the history entry of its page: a reload and the way back keep its words, and no other page can ever
 * show them, however soon it is opened.
 */
export const withApiError = (error: ApiError) => ({ api_error: error })
export const apiErrorOf = (state: unknown): ApiError | null =>
  (state as { api_error?: ApiError } | null)?.api_error ?? null
