import { useSingleKeysSetting } from './single-keys-setting.ts'
import { type Keys, useKeys } from './use-keys.ts'

export function useSingleKeys(keys: Keys): ReturnType<typeof useSingleKeysSetting> {
  const setting = useSingleKeysSetting()
  useKeys(setting.on ? keys : [])
  return setting
}
