import { Button } from '@mantine/core'
import { useFetcher } from '@remix-run/react'
import { IconRepeat } from '@tabler/icons-react'
import { formError } from '../../http/answer.ts'
import { paths } from '../../shell/paths.ts'
import { FormError } from '../../ui/form-error.tsx'

/** Signs up to every coming event of the series. */
export function SignUpToSeries({ series, name }: { series: number; name: string }) {
  const { Form, state, data } = useFetcher()
  return (
    <Form method="post" action={paths.seriesSignUp(series)}>
      <Button
        type="submit"
        variant="subtle"
        justify="flex-start"
        fullWidth
        h="auto"
        mih={44}
        py={8}
        loading={state !== 'idle'}
        leftSection={<IconRepeat size={18} aria-hidden />}
        styles={{ label: { whiteSpace: 'normal', textAlign: 'left', overflowWrap: 'anywhere', overflow: 'visible' } }}
      >
        Sign up to all of {name}
      </Button>
      <FormError message={formError(data)} />
    </Form>
  )
}
