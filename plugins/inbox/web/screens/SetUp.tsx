/** `/settings/ai-inbox/setup`: prepared replies, teams, rules, tags, and when answers are due. */
import { AdminPage, Segment, useNavigate, useSearch, useT } from '@atrium/sdk/web'
import { SETUP } from '../components/places.ts'
import { Hours } from '../components/setup/Hours.tsx'
import { Replies } from '../components/setup/Replies.tsx'
import { Rules } from '../components/setup/Rules.tsx'
import { TagList } from '../components/setup/TagList.tsx'
import { Teams } from '../components/setup/Teams.tsx'

const PARTS = { replies: Replies, teams: Teams, rules: Rules, tags: TagList, hours: Hours }
type Part = keyof typeof PARTS
const NAMES = Object.keys(PARTS) as Part[]

export default function SetUp() {
  const t = useT()
  const navigate = useNavigate()
  const asked = useSearch().get('part')
  const part = NAMES.find((name) => name === asked) ?? 'replies'
  const Shown = PARTS[part]
  return (
    <AdminPage name="inbox/SetUp" title={t('admin.setup')} text={t('setup.text')} who="inbox.manage">
      <div className="mb-4 overflow-x-auto [scrollbar-width:none]">
        <Segment<Part>
          label={t('setup.parts')}
          value={part}
          items={NAMES.map((value) => ({ value, label: t(`setup.${value}`) }))}
          onChange={(value) => navigate(`${SETUP}?part=${value}`, { replace: true })}
        />
      </div>
      <Shown />
    </AdminPage>
  )
}
