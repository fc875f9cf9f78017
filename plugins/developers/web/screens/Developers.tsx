/** `/settings/developers`: what programs can do here, at a glance. */
import { AdminPage, Card, Icon, Link, useRead } from '@atrium/sdk/web'
import contract, { API_TYPES, type ApiType } from '../../contract.ts'
import { Code } from '../components/Code.tsx'
import { Origins } from '../components/Origins.tsx'
import { SignIn } from '../components/SignIn.tsx'
import { TokenTable } from '../components/TokenTable.tsx'
import { typeOf, useWords } from '../components/words.ts'

const ICONS: Record<ApiType, string> = { admin: 'key-round', headless: 'server', data: 'database' }
const MARKS: Record<ApiType, string> = { admin: 'atr_adm_…', headless: 'atr_hdl_…', data: 'atr_dat_…' }

export default function Developers() {
  const { t } = useWords()
  return (
    <AdminPage
      name="developers/Developers"
      title={t('admin.developers')}
      text={t('developers.text')}
      who="developers.manage"
      wide
      actions={[{ label: t('new'), icon: 'plus', to: '/settings/api/new', primary: true }]}
    >
      <div className="grid min-w-0 gap-4">
        <Kinds />
        <TokenTable />
        <div className="grid min-w-0 gap-4 desk:grid-cols-2">
          <Origins />
          <Ask />
        </div>
        <SignIn />
      </div>
    </AdminPage>
  )
}

function Kinds() {
  const { t, number } = useWords()
  const { data } = useRead(contract.routes.tokens)
  return (
    <ul className="grid gap-4 desk:grid-cols-3">
      {API_TYPES.map((type) => (
        <Card as="li" key={type} className="grid content-start gap-2 p-4">
          <div className="flex items-center gap-3">
            <span className="grid size-9 place-items-center rounded-control border bg-surface-2 text-text-2">
              <Icon name={ICONS[type]} />
            </span>
            <b className="flex-1 text-16 font-semibold">{t(`type.${type}`)}</b>
            {data && <span className="text-16 text-text-2 tabular-nums">{number(data.records.filter(({ kind }) => typeOf(kind) === type).length)}</span>}
          </div>
          <p className="text-14 text-text-2">{t(`type.${type}.text`)}</p>
          <code dir="ltr" className="justify-self-start rounded-mark bg-surface-2 px-1.5 py-0.5 font-mono text-13">
            {MARKS[type]}
          </code>
        </Card>
      ))}
    </ul>
  )
}

function Ask() {
  const { t } = useWords()
  return (
    <Card pad className="grid min-w-0 content-start gap-3">
      <div>
        <h2 className="text-16 font-semibold">{t('ask')}</h2>
        <p className="text-13 text-text-2">{t('ask.text')}</p>
      </div>
      <Code label="curl" text={`curl ${location.origin}/internal_api/community \\\n  -H "Authorization: Bearer atr_adm_…"`} />
      <p className="flex flex-wrap gap-x-4 gap-y-2 text-14">
        <a href="/api" className="link">
          {t('ask.reference')}
        </a>
        <a href="/openapi.json" className="link">
          OpenAPI
        </a>
        <Link to="/settings/developers/usage" className="link">
          {t('admin.usage')}
        </Link>
      </p>
    </Card>
  )
}
