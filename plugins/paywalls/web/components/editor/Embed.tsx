/** The offer on another site: the piece of HTML to put there, and how it looks. */
import { Button, Dialog, Textarea, useT, useCopy } from '@atrium/sdk/web'

const HEIGHT = 420
const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')

export function Embed({ paywall, onClose }: { paywall: { id: number; display_name: string; checkout_url: string }; onClose: () => void }) {
  const t = useT()
  const toClipboard = useCopy()
  const { origin } = new URL(paywall.checkout_url)
  const src = `/embed/paywalls/${paywall.id}`
  const snippet = `<iframe src="${origin}${src}" title="${escaped(paywall.display_name)}" width="100%" height="${HEIGHT}" style="border:0" loading="lazy"></iframe>`
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={t('embed.title')}
      footer={
        <>
          <Button onClick={onClose}>{t('cancel.close')}</Button>
          <Button variant="primary" icon="copy" onClick={() => void toClipboard(snippet, t('embed.copied'))}>
            {t('embed.copy')}
          </Button>
        </>
      }
    >
      <div className="grid gap-4">
        <p className="text-text-2">{t('embed.text')}</p>
        <Textarea readOnly rows={4} aria-label={t('embed.snippet')} value={snippet} className="font-mono text-13" onFocus={(event) => event.target.select()} />
        <iframe src={src} title={paywall.display_name} height={HEIGHT} className="w-full rounded-card border" loading="lazy" />
      </div>
    </Dialog>
  )
}
