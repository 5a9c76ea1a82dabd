import { useHotkeys } from '@mantine/hooks'
import { useSingleKeysSetting } from './single-keys-setting.ts'

/** Keyboard shortcuts without a modifier, outside of inputs. */
export function useSingleKeys(keys: readonly [string, () => void][]): ReturnType<typeof useSingleKeysSetting> {
  const setting = useSingleKeysSetting()
  useHotkeys(setting.on ? keys.map(([key, press]) => [key, press]) : [])
  return setting
}
