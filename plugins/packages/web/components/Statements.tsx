/** Credentials for a program elsewhere that tells how far one is (xAPI). */
import { Button, Note, toast, useT, useWrite } from '@atrium/sdk/web'
import contract from '../../contract.ts'

export function Statements({ packageId }: { packageId: number }) {
  const t = useT()
  const make = useWrite(contract.routes.credentials, { onError: (error) => toast.error(error.message) })
  return (
    <details className="text-13">
      <summary className="min-h-8 cursor-pointer text-text-3">{t('xapi.title')}</summary>
      <div className="grid gap-2 py-2">
        <p>{t('xapi.text')}</p>
        {make.data ? (
          <>
            <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 gap-y-1">
              {(['endpoint', 'key', 'secret'] as const).map((name) => (
                <div key={name} className="contents">
                  <dt className="text-text-3">{t(`xapi.${name}`)}</dt>
                  <dd className="font-mono break-all">{make.data[name]}</dd>
                </div>
              ))}
            </dl>
            <Note>{t('xapi.once')}</Note>
          </>
        ) : (
          <div>
            <Button size="sm" loading={make.isPending} onClick={() => make.mutate({ params: { id: packageId } })}>
              {t('xapi.make')}
            </Button>
          </div>
        )}
      </div>
    </details>
  )
}
