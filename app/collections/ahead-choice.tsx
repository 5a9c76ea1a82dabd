import { Radio, Stack } from '@mantine/core'
import { AHEAD_CHOICES, AHEAD_OF_REMOVED, type AheadChoice } from '#server/leaving/contract.ts'
import { countText } from '../ui/count-text.ts'

type Props = {
  count: number
  /** True when the people are deleted, so that the shifts cannot stay theirs. */
  removal?: boolean
  value: AheadChoice
  onChange: (choice: AheadChoice) => void
}

const WORDS: Record<AheadChoice, { label: string; kept: string; removed: string }> = {
  find_cover: {
    label: 'Find cover',
    kept: 'Others will be asked. It stays on the roster until someone takes it. Unpublished shifts become open.',
    removed: 'Published shifts become open and others will be asked. Unpublished shifts become open.',
  },
  leave: { label: 'Leave', kept: 'It stays theirs, marked as not active. No one will be asked.', removed: '' },
  release: {
    label: 'Release',
    kept: 'It becomes open. No one will be asked.',
    removed: 'They become open. No one will be asked.',
  },
}

export function AheadChoices({ count, removal = false, value, onChange }: Props) {
  return (
    <Radio.Group
      label={`${countText(count, 'shift')} ahead`}
      value={value}
      onChange={(chosen) => onChange(AHEAD_CHOICES.find((choice) => choice === chosen) ?? AHEAD_CHOICES[0])}
    >
      <Stack gap="xs" mt={6}>
        {(removal ? AHEAD_OF_REMOVED : AHEAD_CHOICES).map((choice) => (
          <Radio
            key={choice}
            value={choice}
            label={WORDS[choice].label}
            description={WORDS[choice][removal ? 'removed' : 'kept']}
          />
        ))}
      </Stack>
    </Radio.Group>
  )
}
