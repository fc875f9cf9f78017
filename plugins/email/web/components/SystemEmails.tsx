/** Emails that are sent by themselves: each with the community's own words before and after what is fixed. */
import {
  Badge,
  Button,
  Card,
  CardHead,
  Dialog,
  EmptyState,
  Field,
  Form,
  Input,
  LinkButton,
  ListRow,
  Note,
  Query,
  SearchField,
  Segment,
  Skeleton,
  Textarea,
  toast,
  useFieldErrors,
  useRead,
  useSession,
  useSettled,
  useT,
  useWrite,
} from '@atrium/sdk/web'
import { useState } from 'react'
import contract, { MAX_WORDS, type SystemKind } from '../../contract.ts'

const { routes } = contract
const LANGUAGES = ['en-US', 'pt-BR'] as const
type Language = (typeof LANGUAGES)[number]

export function SystemEmails() {
  const t = useT()
  const [text, setText] = useState('')
  const [shown, setShown] = useState<string | null>(null)
  const query = useRead(routes.systemTemplates)
  const word = text.trim().toLowerCase()
  return (
    <div className="grid gap-4">
      <Note>{t('system.text')}</Note>
      <SearchField value={text} onChange={setText} label={t('system.search')} placeholder={t('system.search')} />
      <Query query={query} skeleton={<Skeleton w="100%" h={480} />}>
        {({ records }) => {
          const found = records.filter(({ title, plugin_title }) => `${title} ${plugin_title}`.toLowerCase().includes(word))
          const open = records.find(({ kind }) => kind === shown)
          return (
            <>
              {found.length === 0 && <EmptyState icon="mail" title={t('system.none_found')} />}
              {[...Map.groupBy(found, ({ plugin }) => plugin)].map(([plugin, some]) => (
                <Card key={plugin} as="section" aria-label={some[0]!.plugin_title} className="overflow-hidden">
                  <CardHead title={some[0]!.plugin_title} />
                  <ul>
                    {some.map((one) => (
                      <ListRow key={one.kind} as="li">
                        <span className="min-w-0 flex-1 truncate">{one.title}</span>
                        {one.words.length > 0 && <Badge tone="brand">{t('system.own')}</Badge>}
                        {one.at ? (
                          <LinkButton size="sm" to={one.at}>
                            {t('system.elsewhere')}
                          </LinkButton>
                        ) : (
                          <Button size="sm" aria-label={t('system.edit_one', { name: one.title })} onClick={() => setShown(one.kind)}>
                            {t('system.edit')}
                          </Button>
                        )}
                      </ListRow>
                    ))}
                  </ul>
                </Card>
              ))}
              {open && <Words key={open.kind} of={open} onClose={() => setShown(null)} />}
            </>
          )
        }}
      </Query>
    </div>
  )
}

function Words({ of, onClose }: { of: SystemKind; onClose: () => void }) {
  const t = useT()
  const { community } = useSession()
  const [language, setLanguage] = useState<Language>(LANGUAGES.find((one) => one === community.locale) ?? 'en-US')
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} title={of.title} width={960}>
      <div className="grid gap-4">
        <Segment
          label={t('system.language')}
          value={language}
          onChange={setLanguage}
          items={LANGUAGES.map((value) => ({ value, label: t(`system.language.${value}`) }))}
        />
        <Language key={language} of={of} language={language} onClose={onClose} />
      </div>
    </Dialog>
  )
}

const NONE = { subject: '', before: '', after: '' }
function Language({ of, language, onClose }: { of: SystemKind; language: Language; onClose: () => void }) {
  const t = useT()
  const saved = of.words.find(({ locale }) => locale === language)
  const [words, setWords] = useState({ ...NONE, ...(saved && { subject: saved.subject, before: saved.before, after: saved.after }) })
  const set = (changes: Partial<typeof words>) => setWords({ ...words, ...changes })
  const body = { kind: of.kind, locale: language, ...words }
  const shown = useRead(routes.previewSystemTemplate, { body: useSettled(body) }, { keepPrevious: true })
  const save = useWrite(routes.createSystemTemplate, {
    invalidates: [routes.systemTemplates],
    onSuccess: () => {
      toast.success(t('system.saved'))
      onClose()
    },
  })
  const reset = useWrite(routes.destroySystemTemplate, {
    invalidates: [routes.systemTemplates],
    onSuccess: () => {
      setWords(NONE)
      toast.success(t('system.reset_done'))
    },
    onError: (error) => toast.error(error.message),
  })
  const test = useWrite(routes.testSystemTemplate, { onSuccess: () => toast.success(t('system.tested')), onError: (error) => toast.error(error.message) })
  const errors = useFieldErrors(save.error ?? shown.error)
  return (
    <Form onSubmit={() => save.mutateAsync({ body }).catch(() => {})} error={save.error}>
      <div className="grid items-start gap-5 desk:grid-cols-2">
        <div className="grid gap-4">
          <Field label={t('field.subject')} help={t('system.subject_help')} error={errors.subject}>
            <Input value={words.subject} maxLength={200} onChange={(event) => set({ subject: event.target.value })} />
          </Field>
          <Field label={t('system.before')} error={errors.before}>
            <Textarea rows={4} value={words.before} maxLength={MAX_WORDS} onChange={(event) => set({ before: event.target.value })} />
          </Field>
          <Field label={t('system.after')} error={errors.after}>
            <Textarea rows={4} value={words.after} maxLength={MAX_WORDS} onChange={(event) => set({ after: event.target.value })} />
          </Field>
          <p className="text-13 text-text-2">{t('system.variables', { list: of.variables.map((name) => `{{${name}}}`).join(', ') })}</p>
          {of.is_secret && <Note>{t('system.secret')}</Note>}
        </div>
        <div className="grid min-w-0 gap-2">
          <p className="truncate text-13 font-semibold">{shown.data?.subject ?? ' '}</p>
          {/* no scripts, no forms, no way out of the frame */}
          <iframe sandbox="" srcDoc={shown.data?.html ?? ''} title={t('preview.title')} className="h-[420px] w-full rounded-card border bg-white" />
        </div>
      </div>
      <div className="flex flex-wrap justify-end gap-2">
        {saved && (
          <Button variant="ghost" loading={reset.isPending} onClick={() => reset.mutate({ params: { id: saved.id } })}>
            {t('system.reset')}
          </Button>
        )}
        <Button loading={test.isPending} onClick={() => test.mutate({ body })}>
          {t('system.test')}
        </Button>
        <Button variant="primary" type="submit" loading={save.isPending} disabled={!saved && Object.values(words).every((one) => one.trim() === '')}>
          {t('system.save')}
        </Button>
      </div>
    </Form>
  )
}
