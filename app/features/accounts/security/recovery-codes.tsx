import { Button, CopyButton, Group, Stack, Text } from '@mantine/core'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import { Modal } from '#app/ui/modal.tsx'
import classes from './security.module.css'

export function RecoveryCodes({ codes, onClose }: { codes: readonly string[] | null; onClose: () => void }) {
  return (
    <Modal
      opened={codes !== null}
      onClose={onClose}
      title="Your recovery codes"
      centered
      closeOnClickOutside={false}
      withCloseButton={false}
    >
      <Stack gap="md">
        <Text size="sm">
          Keep these somewhere safe. Each works once, in place of your second step. They won’t be shown again.
        </Text>
        <ul className={classes.codes}>
          {codes?.map((code) => (
            <li key={code}>{code}</li>
          ))}
        </ul>
        <Group justify="flex-end" gap="xs">
          <CopyButton value={(codes ?? []).join('\n')}>
            {({ copied, copy }) => (
              <Button
                variant="default"
                h={44}
                onClick={copy}
                leftSection={copied ? <IconCheck size={16} aria-hidden /> : <IconCopy size={16} aria-hidden />}
              >
                {copied ? 'Copied' : 'Copy'}
              </Button>
            )}
          </CopyButton>
          <Button h={44} onClick={onClose} data-autofocus>
            I have saved them
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}
