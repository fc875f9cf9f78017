/** Members from a CSV. */
import { ImportWizard } from '../components/ImportWizard.tsx'

export default function ImportMembers() {
  return <ImportWizard type="member" base="/members/bulk_import" />
}
