import { Alert } from '@mantine/core'
import { IconAlertCircle } from '@tabler/icons-react'

export const FormError = ({ message }: { message: string | undefined }) =>
  message ? (
    <Alert color="red" variant="light" icon={<IconAlertCircle size={20} aria-hidden />} role="alert" py={12}>
      {message}
    </Alert>
  ) : null
