import {
  type Buttons,
  type FieldValues,
  isButton,
  readPlaceholder,
  replaceFields,
} from '#server/deliveries/texts/fields.pure.ts'

const SCHEMES = ['http:', 'https:', 'mailto:']
/** Stands for a field while the parts of an address are looked at. It is a valid host, user and scheme. */
const TOKEN = 'watchbillfield'

/**
 * Fills the fields of an address and makes it absolute. Only a button is a whole address; any other value is encoded, so that it adds no
 * part to the address.
 * @param written the decoded value of `href` or `src`.
 * @returns null for an address with a field in its scheme or host, or one that no mail may have.
 */
export function filledAddress(
  written: string,
  { values, buttons, origin }: { values: FieldValues; buttons: Buttons; origin: string },
): string | null {
  // Markdown encodes braces, and what stands between them, in addresses.
  const braced = written
    .trim()
    .replace(/%7b/gi, '{')
    .replace(/%7d/gi, '}')
    .replace(/\{\{([^{}]{0,600})\}\}/g, (_, inside: string) => `{{${decoded(inside).replace(/[{}]/g, '')}}}`)
  const { name } = readPlaceholder(/^\{\{([^{}]{0,200})\}\}$/.exec(braced)?.[1] ?? '')
  if (isButton(name)) return buttons[name]?.url ?? null
  const probe = parsed(
    replaceFields(braced, () => TOKEN),
    origin,
  )
  if (!probe || [probe.protocol, probe.username, probe.password, probe.host].some((part) => part.includes(TOKEN)))
    return null
  const address = parsed(
    replaceFields(braced, (field, fallback) => encodeURIComponent((values[field] || fallback).toWellFormed())),
    origin,
  )
  return address && SCHEMES.includes(address.protocol) ? address.href : null
}

const parsed = (text: string, origin: string): URL | null => (URL.canParse(text, origin) ? new URL(text, origin) : null)

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** A site whose pictures a mail may show. */
export type PictureSite = { id: number; media_root: string }

/** Whether an absolute address is of a picture that another site stored: it would not open under this one. */
export function isOfOtherSite(address: string, { site, origin }: { site: PictureSite; origin: string }): boolean {
  const owner = [site.media_root, '/media/']
    .map((root) => parsed(root, origin)?.href)
    .flatMap((root) =>
      root && address.startsWith(root) ? [/^s\/(\d{1,15})\//.exec(address.slice(root.length))?.[1]] : [],
    )[0]
  return owner !== undefined && owner !== String(site.id)
}
