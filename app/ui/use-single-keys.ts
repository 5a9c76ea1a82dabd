import { useSingleKeysSetting } from './single-keys-setting.ts'
import { type Keys, useKeys } from './use-keys.ts'

/** Keyboard shortcuts without a modifier, outside of inputs. */
export function useSingleKeys(keys: Keys): ReturnType<typeof useSingleKeysSetting> {
  const setting = useSingleKeysSetting()
  useKeys(setting.on ? keys : [])
  return setting
}
