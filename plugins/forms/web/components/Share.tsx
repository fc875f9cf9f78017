/** Where a form is filled in: its link, a QR code for paper, and the script for other sites. */
import { Button, Dialog, Field, Input, Textarea, useCopy, useT } from '@atrium/sdk/web'
import { renderSVG } from 'uqr'
import type { Form } from '../../contract.ts'

export function Share({ form, onClose }: { form: Pick<Form, 'name' | 'url' | 'embed_url' | 'embed_display_format'>; onClose: () => void }) {
  const t = useT()
  const copy = useCopy()
  const code = `<script src="${form.embed_url}" async></script>`
  const qr = `data:image/svg+xml;utf8,${encodeURIComponent(renderSVG(form.url, { border: 2 }))}`
  return (
    <Dialog open onOpenChange={onClose} title={t('share.title', { name: form.name })} footer={<Button onClick={onClose}>{t('close')}</Button>}>
      <div className="grid gap-5">
        <Field label={t('share.link')}>
          <div className="flex flex-wrap gap-2">
            <Input readOnly value={form.url} className="min-w-0 flex-1" onFocus={(event) => event.target.select()} />
            <Button icon="copy" onClick={() => void copy(form.url)}>
              {t('share.copy')}
            </Button>
          </div>
        </Field>
        <Field label={t('share.embed')} help={t(form.embed_display_format === 'popup' ? 'share.embed_popup' : 'share.embed_inline')}>
          <div className="grid gap-2">
            <Textarea readOnly rows={3} value={code} className="font-mono text-13" onFocus={(event) => event.target.select()} />
            <div>
              <Button icon="copy" onClick={() => void copy(code, t('share.copied'))}>
                {t('share.copy_code')}
              </Button>
            </div>
          </div>
        </Field>
        <div className="flex flex-wrap items-center gap-4">
          <img src={qr} alt={t('share.qr', { name: form.name })} className="size-36 flex-none rounded-control border bg-white" />
          <div className="grid min-w-0 flex-1 gap-2">
            <p className="text-13 text-text-2">{t('share.qr_text')}</p>
            <a href={qr} download={t('share.qr_file')} className="font-medium text-link underline">
              {t('share.qr_download')}
            </a>
          </div>
        </div>
      </div>
    </Dialog>
  )
}
