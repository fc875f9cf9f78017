/** The form as visitors will see it, on a phone or a desktop: the very page, made of what is not saved yet. */
import { Card, cx, Segment, Spinner, useSettled, useT, useWrite } from '@atrium/sdk/web'
import { useEffect, useState } from 'react'
import contract, { type PLACES } from '../../contract.ts'
import { bodyOf, type Draft } from './draft.ts'

export function Preview({ draft, place, onPlace }: { draft: Draft; place: (typeof PLACES)[number]; onPlace: (place: (typeof PLACES)[number]) => void }) {
  const t = useT()
  const [width, setWidth] = useState<'phone' | 'desktop'>('phone')
  const [html, setHtml] = useState('')
  const { mutate, error } = useWrite(contract.routes.preview, { onSuccess: (reply) => setHtml(reply.html) })
  const settled = useSettled(JSON.stringify({ ...bodyOf(draft), place }))
  useEffect(() => mutate({ body: JSON.parse(settled) }), [settled, mutate])
  return (
    <Card className="overflow-hidden">
      <div className="flex flex-wrap items-center gap-2 border-b p-3">
        <Segment
          label={t('preview.place')}
          value={place}
          onChange={onPlace}
          items={[
            { value: 'page', label: t('preview.page') },
            { value: 'embed', label: t('preview.embed') },
          ]}
        />
        <Segment
          label={t('preview.width')}
          value={width}
          onChange={setWidth}
          className="ms-auto"
          items={[
            { value: 'phone', label: t('preview.phone'), icon: 'smartphone' },
            { value: 'desktop', label: t('preview.desktop'), icon: 'monitor' },
          ]}
        />
      </div>
      {error && (
        <p role="status" className="border-b px-4 py-2 text-13 text-text-2">
          {t('preview.failed', { reason: error.message })}
        </p>
      )}
      <div className="grid justify-items-center overflow-x-auto bg-surface-2 p-3">
        {html ? (
          <iframe
            sandbox=""
            srcDoc={html}
            title={t('preview.title')}
            className={cx('h-[640px] rounded-card border bg-surface', width === 'phone' ? 'w-[375px] max-w-full' : 'w-full')}
          />
        ) : (
          <div className="grid h-[640px] place-items-center">
            <Spinner />
          </div>
        )}
      </div>
    </Card>
  )
}
