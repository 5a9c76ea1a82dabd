/** The error of the last call. A new call clears it first; the error pages show it. */
export type ApiError = {
  message: string
  status?: number
  body?: unknown
  request_id?: string
  /** The page where it happened: path and query. */
  from?: string
  retry?: () => void
}

const CHANGED = 'wb:api-error'
const PAGE = 'wb:error-page'

/** Shows an error in the page's banner; `null` clears it. */
export const storeApiError = (error: ApiError | null) =>
  void window.dispatchEvent(new CustomEvent<ApiError | null>(CHANGED, { detail: error }))

export const onApiError = (listener: (error: ApiError | null) => void) => subscribe<ApiError | null>(CHANGED, listener)

/** Opens an error page by client-side navigation; a full load would lose the error. */
export const openErrorPage = (status: number, error: ApiError) =>
  void window.dispatchEvent(new CustomEvent<ErrorPage>(PAGE, { detail: { status, error } }))

type ErrorPage = { status: number; error: ApiError }
export const onErrorPage = (listener: (page: ErrorPage) => void) => subscribe<ErrorPage>(PAGE, listener)

function subscribe<T>(name: string, listener: (detail: T) => void): () => void {
  const handler = (event: Event) => listener((event as CustomEvent<T>).detail)
  window.addEventListener(name, handler)
  return () => window.removeEventListener(name, handler)
}

/** Stores the error in the history entry of its page: reload and Back keep its text, and no other page can show it. */
export const errorState = (error: ApiError) => ({ api_error: error })
export const readErrorState = (state: unknown): ApiError | null =>
  (state as { api_error?: ApiError } | null)?.api_error ?? null
