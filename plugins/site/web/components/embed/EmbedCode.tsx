/** The code that shows a page, a space or another part of the community on another site, how it looks there, and which sites may show it. */
import { Button, Card, CardHead, Field, Input, Note, Select, Textarea, useCopy, useLocale, useRead, useT } from '@atrium/sdk/web'
import { useState } from 'react'
import contract, { type SiteTarget } from '../../../contract.ts'
import { TargetBox } from '../targets/TargetBox.tsx'
import { codeOf, frameUrl, KINDS, type Kind } from './code.ts'
import { Preview } from './Preview.tsx'

const { routes } = contract
const AT: Partial<Record<Kind, string>> = { events: '/events', login: '/user/sign_in' }
const LEAST_HEIGHT = 200
const MOST_HEIGHT = 3000

interface EmbedCodeProps {
  /** Saved sites that may show it; none while embedding is off. */
  origins: readonly string[]
  /** Leads to the field where sites are added. */
  onAdd: () => void
}
export function EmbedCode({ origins, onAdd }: EmbedCodeProps) {
  const t = useT()
  const locale = useLocale()
  const copy = useCopy()
  const [kind, setKind] = useState<Kind>('page')
  const [picked, setPicked] = useState<SiteTarget | null>()
  const [height, setHeight] = useState(700)
  const first = useTargets(kind)
  // the first stands there until another is picked, or none
  const target = picked === undefined ? first?.[0] : (picked ?? undefined)
  const path = AT[kind] ?? target?.path
  const url = path === undefined ? null : frameUrl(kind, path)
  const title = target?.name ?? t(`embed.kind_${kind}`)
  const code = url && codeOf({ url, title, height })
  // forms say themselves that every site may show them
  const isShown = kind === 'form' || origins.length > 0
  return (
    <Card as="section" aria-label={t('embed.code')}>
      <CardHead title={t('embed.code')} text={t('embed.code_text')} />
      <div className="grid gap-4 p-4 desk:p-5">
        <div className="grid gap-4 desk:grid-cols-[minmax(0,1fr)_minmax(0,2fr)_120px]">
          <Field label={t('embed.kind')}>
            <Select
              value={kind}
              options={KINDS.map((value) => ({ value, label: t(`embed.kind_${value}`) }))}
              onChange={(event) => {
                setKind(event.target.value as Kind)
                setPicked(undefined)
              }}
            />
          </Field>
          {!AT[kind] && (
            <Field label={t(`embed.kind_${kind}`)}>
              <TargetBox key={kind} kind={kind} value={target ?? null} onChange={setPicked} />
            </Field>
          )}
          <Field label={t('embed.height')}>
            <Input
              type="number"
              inputMode="numeric"
              min={LEAST_HEIGHT}
              max={MOST_HEIGHT}
              value={height}
              onChange={(event) => setHeight(Number(event.target.value))}
              onBlur={() => setHeight(Math.min(MOST_HEIGHT, Math.max(LEAST_HEIGHT, Math.round(height) || LEAST_HEIGHT)))}
            />
          </Field>
        </div>
        <p className="text-13 text-text-2">{t(`embed.possible_${kind}`)}</p>
        {kind === 'form' ? (
          <Note>{t('embed.anywhere')}</Note>
        ) : isShown ? (
          <Note tone="success">{t('embed.allowed', { origins: new Intl.ListFormat(locale).format(origins) })}</Note>
        ) : (
          <Note tone="warning">
            <span className="flex flex-wrap items-center gap-x-4 gap-y-2">
              {t('embed.off')}
              <Button icon="plus" onClick={onAdd}>
                {t('embed.add_site')}
              </Button>
            </span>
          </Note>
        )}
        {code ? (
          <Field label={t('embed.snippet')}>
            <div className="grid justify-items-start gap-2">
              <Textarea readOnly dir="ltr" rows={4} value={code} className="font-mono text-13" onFocus={(event) => event.target.select()} />
              <Button icon="copy" onClick={() => void copy(code, t('embed.copied'))}>
                {t('embed.copy')}
              </Button>
            </div>
          </Field>
        ) : (
          first?.length === 0 && <p className="text-13 text-text-3">{t('embed.none')}</p>
        )}
        {url && isShown && <Preview key={url} url={url} title={title} height={height} />}
      </div>
    </Card>
  )
}

/** The first of a kind; undefined while they load. */
function useTargets(kind: Kind): readonly SiteTarget[] | undefined {
  const { data } = useRead(routes.targets, { query: { kind } }, { enabled: !AT[kind] })
  return data?.records.filter(({ is_live }) => is_live)
}
