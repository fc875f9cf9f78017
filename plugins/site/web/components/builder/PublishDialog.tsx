/** Before a page is shown: what has changed, what was checked, when it is shown, and how search engines will name it. */
import { ownZone, zoneCity } from '@atrium/sdk'
import { Badge, Button, cx, Dialog, Icon, RadioGroup, SkeletonText, Time, toast, useRead, useSession, useT, useWrite } from '@atrium/sdk/web'
import { type ReactNode, useMemo, useState } from 'react'
import contract, { type PageData, type SitePage } from '../../../contract.ts'
import { useTemplates } from '../pages/Templates.tsx'
import { useWhole } from '../pages/useWhole.ts'
import { shortOf } from './Bar.tsx'
import { type Check, checksOf, quotesOf } from './checks.ts'
import { type Change, everyBlock, wordsOf } from './data.ts'
import { MomentInput } from './fields/MomentInput.tsx'
import { useBlocks, usePage } from './useBlocks.ts'
import { useBuilding } from './useBuilding.ts'

const { routes } = contract
/** Changes that are listed one by one. */
const LISTED = 8

interface PublishDialogProps {
  page: SitePage
  changes: readonly Change[]
  atFirst: 'now' | 'later'
  onPage: (page: SitePage) => void
  onClose: () => void
}
export function PublishDialog({ page, changes, atFirst, onPage, onClose }: PublishDialogProps) {
  const t = useT()
  const { saving } = useBuilding()
  const data = usePage()
  const [when, setWhen] = useState(page.scheduled_at && atFirst === 'now' ? 'now' : atFirst)
  const [at, setAt] = useState<string | null>(page.scheduled_at ? String(page.scheduled_at) : null)
  const [isPending, setIsPending] = useState(false)
  const publish = useWrite(routes.publishPage, { invalidates: [routes.pages, routes.revisions] })
  const isNow = when === 'now'
  const send = async () => {
    setIsPending(true)
    try {
      if (!(await saving.save())) return
      const reply = await publish.mutateAsync({ params: { id: page.id }, body: { at: isNow ? null : at } })
      onPage(reply)
      saving.begin(reply as { data: PageData; version: number })
      toast.success(isNow ? t('publish.done') : t('publish.planned'))
      onClose()
    } catch (error) {
      toast.error((error as Error).message)
    } finally {
      setIsPending(false)
    }
  }
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={t('publish.title', { name: page.name })}
      width={760}
      flush
      footer={
        <>
          <span className="min-w-0 flex-1 text-13 text-text-2">{page.live && t('publish.kept')}</span>
          <Button onClick={onClose}>{t('publish.not_yet')}</Button>
          <Button variant="primary" loading={isPending} disabled={!isNow && !at} onClick={() => void send()}>
            {isNow ? t('publish.now') : t('publish.plan')}
          </Button>
        </>
      }
    >
      <div className="grid desk:grid-cols-2">
        <div className="grid content-start gap-5 p-5">
          <section>
            <h3 className="mb-2 text-13 font-semibold">{page.status === 'published' ? t('publish.what', { count: changes.length }) : t('publish.first')}</h3>
            {page.status === 'published' ? (
              <ChangeList changes={changes} />
            ) : (
              <p className="text-13 text-text-2">{t(`publish.first_${page.visibility}`, { address: shortOf(page.url) })}</p>
            )}
          </section>
          <section>
            <h3 className="mb-2 text-13 font-semibold">{t('publish.when')}</h3>
            <RadioGroup
              cards
              label={t('publish.when')}
              value={when}
              onChange={setWhen}
              options={[
                { value: 'now', label: t('publish.when.now') },
                { value: 'later', label: t('publish.when.later'), text: !isNow && t('publish.zone', { zone: zoneCity(ownZone()) }) },
              ]}
            />
            {!isNow && (
              <div className="mt-2">
                <MomentInput value={at} onChange={setAt} />
              </div>
            )}
          </section>
        </div>
        <Checked page={page} data={data} onMend={onClose} />
      </div>
    </Dialog>
  )
}

const TONES = { added: 'success', changed: 'warning', removed: 'danger', moved: 'info' } as const
export function ChangeList({ changes }: { changes: readonly Change[] }) {
  const t = useT()
  const { kinds } = useBuilding()
  const titleOf = (change: Change) => kinds.get(change.block.type)?.title ?? change.block.type
  const fieldsOf = ({ block, fields }: Change) =>
    fields.map((name) => (name === 'look' ? t('panel.look') : (kinds.get(block.type)?.fields.find((field) => field.name === name)?.label ?? name))).join(', ')
  return (
    <ul className="grid gap-3">
      {changes.slice(0, LISTED).map((change) => (
        <li key={`${change.how} ${change.block.props.id}`} className="flex items-start gap-3">
          <span className="w-20 flex-none">
            <Badge tone={TONES[change.how]}>{t(`how.${change.how}`)}</Badge>
          </span>
          <span className="min-w-0">
            <span className="block font-medium">{titleOf(change)}</span>
            <span className="line-clamp-2 text-13 text-text-2">
              {change.how === 'changed' ? fieldsOf(change) : wordsOf(change.block, kinds.get(change.block.type), 70)}
            </span>
          </span>
        </li>
      ))}
      {changes.length > LISTED && <li className="text-13 text-text-3">{t('publish.more_changes', { count: changes.length - LISTED })}</li>}
    </ul>
  )
}

function Checked({ page, data, onMend }: { page: SitePage; data: PageData; onMend: () => void }) {
  const t = useT()
  const blocks = useBlocks()
  const { community } = useSession()
  const title = page.meta_title ?? `${page.name} · ${community.name}`
  const { html, error } = useWhole(data, { themeId: page.theme_id, language: page.language })
  const pages = useRead(routes.pages, { query: { per_page: 100 } }, { staleTime: 60_000 })
  const templates = useTemplates()
  const { kinds } = useBuilding()
  const examples = useMemo(() => {
    const begun = (templates.data?.records ?? []).flatMap(({ data: { content } }) => everyBlock(content as PageData['content']))
    const fresh = { type: 'Quotes', props: { id: '', ...kinds.get('Quotes')?.preset } }
    return new Set([...begun, fresh].flatMap(quotesOf))
  }, [templates.data, kinds])
  const found = useMemo(() => {
    if (html === null) return null
    const drafts = (pages.data?.records ?? []).filter((one) => one.status !== 'published' && one.id !== page.id).map(({ slug }) => `/${slug}`)
    return checksOf(html, { data, title, description: page.meta_description, drafts: new Set(drafts), examples })
  }, [html, data, title, pages.data, page.id, page.meta_description, examples])
  const mend = (check: Check) => {
    blocks.select(check.blockId!)
    onMend()
  }
  return (
    <div className="grid content-start gap-5 border-t bg-surface-2 p-5 desk:border-s desk:border-t-0">
      <section>
        <h3 className="mb-3 text-13 font-semibold">{t('checks.title')}</h3>
        {error ? <p className="text-13 text-text-2">{t('checks.failed')}</p> : !found && <SkeletonText lines={4} />}
        <ul className="grid gap-3">
          {found?.checks.map((check) => (
            <CheckRow key={check.name} check={check}>
              {!check.isGood && check.blockId && (
                <button type="button" className="link flex-none text-13" onClick={() => mend(check)}>
                  {t('checks.mend')}
                </button>
              )}
            </CheckRow>
          ))}
        </ul>
      </section>
      <section>
        <h3 className="mb-2 text-13 font-semibold">{t('checks.shown')}</h3>
        <div className="rounded-card border bg-surface p-3">
          {page.is_hidden_from_search ? (
            <p className="text-13 text-text-2">{t('checks.hidden')}</p>
          ) : (
            <>
              <p className="truncate text-12 text-text-2">{shortOf(page.url)}</p>
              <p className="line-clamp-2 text-17 text-link">{title}</p>
              <p className="line-clamp-3 text-13 text-text-2">{found?.description || t('checks.no_description')}</p>
            </>
          )}
        </div>
      </section>
      {page.scheduled_at && (
        <p className="text-13 text-text-2">
          {t('publish.is_planned')} <Time value={page.scheduled_at} kind="datetime" />
        </p>
      )}
    </div>
  )
}

function CheckRow({ check, children }: { check: Check; children: ReactNode }) {
  const t = useT()
  return (
    <li className="flex items-start gap-2.5">
      <Icon name={check.isGood ? 'circle-check' : 'triangle-alert'} className={cx('mt-px flex-none', check.isGood ? 'text-success' : 'text-warning')} />
      <span className="min-w-0 flex-1">
        <span className="block font-medium">{t(`checks.${check.name}`)}</span>
        <span className="text-13 text-text-2">{t(check.words, check.values)}</span>
      </span>
      {children}
    </li>
  )
}
