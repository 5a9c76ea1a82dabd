import { IconShieldX } from '@tabler/icons-react'
import { Tag } from '#app/ui/state-badge.tsx'
import { type Unfit, unfitWords } from '#server/suitability/missing/rules.ts'

export const UnfitMark = ({ unfit }: { unfit: Unfit | null | undefined }) =>
  unfit ? (
    <Tag tone="red" icon={IconShieldX} quiet>
      {unfitWords(unfit)}
    </Tag>
  ) : null

export const UnfitSign = ({ unfit }: { unfit: Unfit | null | undefined }) =>
  unfit ? (
    <span data-tone="red" role="img" aria-label={unfitWords(unfit)} title={unfitWords(unfit)}>
      <IconShieldX size={14} stroke={2.2} aria-hidden />
    </span>
  ) : null

export const UnfitCount = ({ count }: { count: number }) =>
  count > 0 ? (
    <Tag tone="red" icon={IconShieldX} quiet>
      <span className="num">{count}</span> not qualified
    </Tag>
  ) : null
