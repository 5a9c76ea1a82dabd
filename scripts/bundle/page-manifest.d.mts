export function pagesOnly(text: string, isEmpty?: (address: string) => boolean): string
export function slimManifest(folder: string): void
