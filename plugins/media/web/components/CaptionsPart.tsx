/** Captions of a file: one row a language, new ones typed, from a file, or automatic where a plugin can. */
import { Button, IconButton, Link, Select, toast, useConfirm, useLocale, useNavigate, useRead, useT, useWrite } from '@atrium/sdk/web'
import { useRef, useState } from 'react'
import contract from '../../contract.ts'

const LANGUAGES = ['en', 'pt-BR', 'es', 'fr', 'de', 'it', 'nl', 'pl', 'tr', 'ru', 'uk', 'ar', 'hi', 'id', 'ja', 'ko', 'zh']

export function CaptionsPart({ fileId, src }: { fileId: number; src?: string }) {
  const t = useT()
  const locale = useLocale()
  const confirm = useConfirm()
  const navigate = useNavigate()
  const input = useRef<HTMLInputElement>(null)
  const { data } = useRead(contract.routes.transcoding, { params: { id: fileId }, query: { src } })
  const [language, setLanguage] = useState<string>(locale === 'pt-BR' ? 'pt-BR' : 'en')
  const changed = { invalidates: [contract.routes.transcoding], onError: (error: Error) => toast.error(error.message) }
  const create = useWrite(contract.routes.createTranscript, changed)
  const remove = useWrite(contract.routes.removeTranscript, changed)
  const nameOf = (tag: string) => new Intl.DisplayNames([locale], { type: 'language' }).of(tag) ?? tag
  const add = async (more: { vtt?: string; automatic?: boolean }) => {
    const made = await create.mutateAsync({ body: { file_id: fileId, language, ...more } }).catch(() => null)
    if (made && more.vtt === undefined && !more.automatic) navigate(`/media_transcripts/${made.id}`)
    else if (made) toast.success(t('captions.added'))
  }
  const mayEdit = data?.can_edit ?? false
  const addressOf = (id: number) => `/media_transcripts/${id}${src ? `?src=${encodeURIComponent(src)}` : ''}`
  const ask = async (id: number, label: string) => {
    if (await confirm({ title: t('captions.delete_title', { name: label }), text: t('captions.delete_text'), action: t('captions.delete'), tone: 'danger' }))
      remove.mutate({ params: { id } })
  }
  return (
    <section className="grid gap-2">
      <h3 className="text-15">{t('captions.title')}</h3>
      <ul className="grid divide-y divide-border rounded-card border empty:hidden">
        {data?.captions.map(({ id, label, url }) => (
          <li key={id} className="flex items-center gap-1 px-3 py-1.5 text-13">
            <Link to={addressOf(id)} className="link min-w-0 flex-1 truncate">
              {label}
            </Link>
            <a href={url} download className="link px-2 max-desk:py-3">
              VTT
            </a>
            {mayEdit && <IconButton icon="trash-2" size="sm" label={t('captions.delete_label', { name: label })} onClick={() => void ask(id, label)} />}
          </li>
        ))}
      </ul>
      {data && !mayEdit && <p className="text-13 text-text-3">{t('captions.others')}</p>}
      {mayEdit && (
        <div className="flex flex-wrap items-center gap-2">
          <Select
            size="sm"
            aria-label={t('captions.language')}
            value={language}
            onChange={({ target }) => setLanguage(target.value)}
            options={LANGUAGES.map((value) => ({ value, label: nameOf(value) }))}
            className="w-40"
          />
          <Button size="sm" icon="pencil" loading={create.isPending} onClick={() => void add({})}>
            {t('captions.type')}
          </Button>
          <Button size="sm" icon="upload" onClick={() => input.current?.click()}>
            {t('captions.upload')}
          </Button>
          <Button size="sm" icon="sparkles" onClick={() => void add({ automatic: true })}>
            {t('captions.automatic')}
          </Button>
          <input
            ref={input}
            type="file"
            hidden
            accept=".vtt,.srt,text/vtt"
            aria-label={t('captions.upload')}
            onChange={async ({ target }) => {
              const file = target.files?.[0]
              target.value = ''
              if (file) await add({ vtt: await file.text() })
            }}
          />
        </div>
      )}
    </section>
  )
}
