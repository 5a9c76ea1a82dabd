import { Alert } from '@mantine/core'
import { IconAlertCircle } from '@tabler/icons-react'

/** What is wrong with a form as a whole, announced when it appears. Nothing without a message. */
export const FormError = ({ message }: { message?: string }) =>
  message ? (
    <Alert color="red" variant="light" icon={<IconAlertCircle size={20} aria-hidden />} role="alert" py={12}>
      {message}
    </Alert>
  ) : null
