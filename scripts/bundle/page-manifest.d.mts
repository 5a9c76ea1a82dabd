export function pagesOnly(text: string): string
export function slimManifest(folder: string): void
