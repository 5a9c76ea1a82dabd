import ts from 'typescript'
import { expect, test } from 'vitest'
import { nodesOf, type SourceTree, sourceTrees, treeOf } from '#tests/support/source-trees.ts'
import { isNewName } from './created-by-name.ts'

test.each([
  ['Jetty', false, true],
  ['jetty two', false, false],
  ['Jetty', true, false],
  ['', false, false],
  ['JÉTTY TWO', false, false],
  ['cafe', false, false],
  ['blabaergrod', false, false],
  ['Café Two', false, true],
])('%j may be added while searching (%s): %s', (name, loading, expected) => {
  expect(
    isNewName(name, { options: [{ label: 'Jetty Two' }, { label: 'Café' }, { label: 'Blåbærgrød' }], loading }),
  ).toBe(expected)
})

/** Selects that offer nothing to add, with the reason. */
const ADDS_NOTHING: Readonly<Record<string, string>> = {
  'app/collections/condition-value.tsx': 'a filter finds what there is',
  'app/features/deliveries/person-explanation.tsx': 'asks what someone who is there was sent',
  'app/features/messages/what/what-column.tsx': 'a template is more than its name',
  'app/features/messages/who/rule-form.tsx': 'a rule finds what there is',
  'app/features/messages/who/who-column.tsx': 'writes to people who are there',
  'app/features/people/person/record-editor.tsx':
    'of its three selects the one of the person: someone new is added with an email',
  'app/features/lookups/merge-dialog.tsx': 'merges into one that is there',
}

const addsNothing = ({ tree }: SourceTree) =>
  [...nodesOf(tree)].some(
    (node) =>
      (ts.isJsxSelfClosingElement(node) || ts.isJsxOpeningElement(node)) &&
      /^Option\w*Select$/.test(node.tagName.getText()) &&
      node.attributes.properties.some(
        (given) => ts.isJsxAttribute(given) && given.name.getText() === 'creates' && given.initializer !== undefined,
      ),
  )

test('every select of records offers to add the typed name, apart from the listed exceptions', () => {
  expect(
    sourceTrees(['app'])
      .filter(addsNothing)
      .map(({ file }) => file)
      .sort(),
  ).toEqual(Object.keys(ADDS_NOTHING).sort())
  const found = (jsx: string) => addsNothing({ file: 'a.tsx', tree: treeOf('a.tsx', jsx) })
  expect(found('<OptionSelect collection="roles" creates={false} />')).toBe(true)
  expect(found("<OptionMultiSelect collection={to} creates={to !== 'people'} />")).toBe(true)
  expect(found('<OptionSelect collection="roles" creates />')).toBe(false)
})
