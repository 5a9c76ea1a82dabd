import { useHotkeys, useLocalStorage } from '@mantine/hooks'

/**
 * Whether keyboard shortcuts without a modifier are on in this browser. They can be switched off, for people who dictate or hit keys by
 * accident (WCAG 2.1.4).
 */
export function useSingleKeysSetting(): { on: boolean; turn: (on: boolean) => void } {
  const [value, setValue] = useLocalStorage({
    key: 'single-keys',
    defaultValue: 'on',
    serialize: (word) => word,
    deserialize: (word) => word ?? 'on',
  })
  return { on: value !== 'off', turn: (next) => setValue(next ? 'on' : 'off') }
}

/** Keyboard shortcuts without a modifier, outside of inputs. */
export function useSingleKeys(keys: readonly [string, () => void][]): ReturnType<typeof useSingleKeysSetting> {
  const setting = useSingleKeysSetting()
  useHotkeys(setting.on ? keys.map(([key, press]) => [key, press]) : [])
  return setting
}
