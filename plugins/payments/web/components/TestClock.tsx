/** The clock of the test server: trials end, subscriptions renew and payments are tried again without waiting for it. */
import { Button, Card, CardHead, formatTime, toast, useT, useWrite } from '@atrium/sdk/web'
import contract from '../../contract.ts'

const STEPS = [1, 7, 31, 366] as const

export function TestClock({ now }: { now: string }) {
  const t = useT()
  const advance = useWrite(contract.routes.testAdvance, {
    invalidates: [contract.routes.setup, contract.routes.webhookEvents],
    onSuccess: (reply) => toast.success(t('clock.now', { moment: formatTime(reply.now, { kind: 'datetime', within: true }) })),
    onError: (error) => toast.error(error.message),
  })
  return (
    <Card>
      <CardHead title={t('clock.title')} text={t('clock.text')} />
      <div className="flex flex-wrap items-center gap-2 border-t px-4 py-4 desk:px-5">
        <p className="min-w-0 flex-1 basis-60 text-text-2">{t('clock.now', { moment: formatTime(now, { kind: 'datetime', within: true }) })}</p>
        {STEPS.map((days) => (
          <Button
            key={days}
            disabled={advance.isPending}
            loading={advance.isPending && advance.variables?.body.days === days}
            onClick={() => advance.mutate({ body: { days } })}
          >
            {t('clock.days', { count: days })}
          </Button>
        ))}
      </div>
    </Card>
  )
}
