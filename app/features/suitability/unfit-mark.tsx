import { IconShieldX } from '@tabler/icons-react'
import { useDateFormats } from '#app/shell/use-root.ts'
import { Tag } from '#app/ui/state-badge.tsx'
import { type Unfit, unfitWords } from '#server/suitability/missing/rules.ts'

export function UnfitMark({ unfit }: { unfit: Unfit | null | undefined }) {
  const { shortDay } = useDateFormats()
  return unfit ? (
    <Tag tone="red" icon={IconShieldX} quiet>
      {unfitWords(unfit, shortDay)}
    </Tag>
  ) : null
}

export function UnfitSign({ unfit }: { unfit: Unfit | null | undefined }) {
  const { shortDay } = useDateFormats()
  const words = unfit && unfitWords(unfit, shortDay)
  return words ? (
    <span data-tone="red" role="img" aria-label={words} title={words}>
      <IconShieldX size={14} stroke={2.2} aria-hidden />
    </span>
  ) : null
}

export const UnfitCount = ({ count }: { count: number }) =>
  count > 0 ? (
    <Tag tone="red" icon={IconShieldX} quiet>
      <span className="num">{count}</span> not qualified
    </Tag>
  ) : null
