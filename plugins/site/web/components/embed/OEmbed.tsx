/** The address by which other sites turn links to public posts and pages into previews. */
import { Button, Card, CardHead, Field, Input, useCopy, useT } from '@atrium/sdk/web'

export function OEmbed() {
  const t = useT()
  const copy = useCopy()
  const url = `${location.origin}/oembed?url=`
  return (
    <Card as="section" aria-label="oEmbed">
      <CardHead title="oEmbed" text={t('embed.oembed_text')} />
      <div className="p-4 desk:p-5">
        <Field label={t('embed.oembed_url')}>
          <div className="flex flex-wrap gap-2">
            <Input readOnly value={url} className="min-w-40 flex-1 font-mono text-13!" onFocus={(event) => event.target.select()} />
            <Button icon="copy" className="min-h-9" onClick={() => void copy(url)}>
              {t('embed.oembed_copy')}
            </Button>
          </div>
        </Field>
      </div>
    </Card>
  )
}
