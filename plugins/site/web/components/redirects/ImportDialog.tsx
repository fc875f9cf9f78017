/** Redirects of a CSV file: chosen, sent, and what became of each of its lines. */
import { Button, DataTable, Dialog, FilePicker, Note, type RouteReply, toast, useFieldErrors, useT, useWrite } from '@atrium/sdk/web'
import { useState } from 'react'
import contract from '../../../contract.ts'

const { routes } = contract
type Imported = RouteReply<typeof routes.importRedirects>
/** Signs that the call takes. */
const MAX_CSV = 2_000_000
const SAMPLE = 'from,to,status\n/old-page,/new-page,301\n/blog/*,/c/news/*,301\n/sale,https://shop.example.com,302\n'

export function ImportDialog({ onClose }: { onClose: () => void }) {
  const t = useT()
  const [result, setResult] = useState<Imported | null>(null)
  const send = useWrite(routes.importRedirects, {
    invalidates: [routes.redirects],
    onSuccess: (reply) => setResult(reply),
  })
  const errors = useFieldErrors(send.error)
  async function read(file: File) {
    const csv = await file.text()
    if (csv.length > MAX_CSV) toast.error(t('redirect.import_too_large'))
    else send.mutate({ body: { csv } })
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t('redirect.import_title')}
      width={620}
      footer={
        <Button variant={result ? 'primary' : 'default'} onClick={onClose}>
          {t(result ? 'redirect.import_done' : 'redirect.import_cancel')}
        </Button>
      }
    >
      {result ? (
        <Result result={result} />
      ) : (
        <div className="grid gap-4">
          <p className="text-text-2">{t('redirect.import_text')}</p>
          <FilePicker
            accept=".csv,text/csv"
            onFile={(file) => void read(file)}
            disabled={send.isPending}
            label={t(send.isPending ? 'redirect.importing' : 'redirect.import_choose')}
          />
          {send.error && <Note tone="danger">{errors.csv ?? send.error.message}</Note>}
          <a href={`data:text/csv;charset=utf-8,${encodeURIComponent(SAMPLE)}`} download="redirects.csv" className="link justify-self-start text-13">
            {t('redirect.import_sample')}
          </a>
        </div>
      )}
    </Dialog>
  )
}

function Result({ result: { added, replaced, refused } }: { result: Imported }) {
  const t = useT()
  return (
    <div className="grid gap-4">
      <Note tone={refused.length > 0 ? 'warning' : 'success'}>
        <p>{t('redirect.import_added', { count: added })}</p>
        {replaced > 0 && <p>{t('redirect.import_replaced', { count: replaced })}</p>}
        {refused.length > 0 && <p>{t('redirect.import_refused', { count: refused.length })}</p>}
      </Note>
      {refused.length > 0 && (
        <div className="max-h-72 overflow-y-auto rounded-card border">
          <DataTable
            label={t('redirect.import_refused_title')}
            rows={refused}
            rowKey={({ line }) => line}
            columns={[
              { key: 'text', title: t('redirect.import_content'), render: ({ text }) => <span className="font-mono text-12">{text}</span> },
              { key: 'line', title: t('redirect.import_line'), render: ({ line }) => line },
              { key: 'reason', title: t('redirect.import_reason'), render: ({ reason }) => reason },
            ]}
          />
        </div>
      )}
    </div>
  )
}
