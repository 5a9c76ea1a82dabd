/** Limits per site: active people, texts a month, emails a day, and bytes of uploads. */
export const QUOTAS = ['people', 'texts', 'emails', 'storage'] as const
export type QuotaName = (typeof QUOTAS)[number]

/** Null means no limit. */
export type QuotaLimits = Readonly<Record<QuotaName, number | null>>
