import assert from 'node:assert/strict';
import test from 'node:test';
import type { ConsentChoice, ConsentMatrix } from '@waymark/api-contract';
import * as fc from 'fast-check';
import { evaluateConsents, isGranted, isRefusedBySignal, type LatestAnswer } from './evaluate.ts';
import { matrixOf, type Residence } from './matrix.ts';

const SHIPPED = matrixOf({ CONSENT_MATRIX_FILE: undefined });
const IDS = SHIPPED.regions[0]!.consents.map(({ id }) => id);
const RESIDENCES: readonly Residence[] = [
  ['DE', null],
  ['US', 'TX'],
  ['US', 'CA'],
  ['US', 'WA'],
  ['US', null],
  ['BR', null],
  ['IN', null],
  [null, null],
].map(([country, state]) => ({ country: country!, state: state! }));

const AMERICAN_REGIONS = SHIPPED.regions.filter(({ id }) => id.startsWith('US'));

type Event =
  | { kind: 'answer'; id: string; choice: ConsentChoice }
  /** Answers come with the signal, too, and the signal alone is recorded as a refusal once. */
  | { kind: 'signal'; isSent: boolean }
  | { kind: 'version'; changed: readonly string[] }
  | { kind: 'move'; residence: Residence };

const events: fc.Arbitrary<Event[]> = fc.array(
  fc.oneof(
    fc.record({
      kind: fc.constant('answer' as const),
      id: fc.constantFrom(...IDS),
      choice: fc.constantFrom<ConsentChoice>('accepted', 'declined'),
    }),
    fc.record({ kind: fc.constant('signal' as const), isSent: fc.boolean() }),
    fc.record({ kind: fc.constant('version' as const), changed: fc.subarray(IDS) }),
    fc.record({ kind: fc.constant('move' as const), residence: fc.constantFrom(...RESIDENCES) }),
  ),
  { maxLength: 16 },
);

/** What the person said last about a consent, as they would tell it themselves. */
type Will = 'nothing' | 'refused' | 'allowed' | 'allowed other words' | 'allowed despite the signal';

/** A site whose matrix changes and a person who answers, moves and switches a signal on and off. */
class History {
  readonly answers = new Map<string, LatestAnswer>();
  readonly wills = new Map<string, Will>();
  readonly changedIn = new Map<string, number>();
  version = 2;
  residence: Residence = RESIDENCES[0]!;
  hasGpc = false;
  readonly isProtected: boolean;
  constructor(isProtected: boolean) {
    this.isProtected = isProtected;
  }

  get matrix(): ConsentMatrix {
    const matrix = SHIPPED.forResidence(this.residence, { isProtected: this.isProtected });
    const consents = matrix.consents.map((consent) => ({
      ...consent,
      changed_in: this.changedIn.get(consent.id) ?? 1,
    }));
    return { ...matrix, version: this.version, consents };
  }

  get status() {
    const { matrix, residence, hasGpc } = this;
    const answers = [...this.answers.values()];
    return evaluateConsents({ matrix, answers, residence, isResidenceUncertain: false, hasGpc });
  }

  record(id: string, choice: ConsentChoice, source: LatestAnswer['source']): void {
    const { version: matrix_version, hasGpc: had_gpc } = this;
    this.answers.set(id, {
      consent_id: id,
      choice,
      matrix_version,
      source,
      had_gpc,
      recorded_at: new Date(0),
    });
  }

  apply(event: Event): void {
    switch (event.kind) {
      case 'answer':
        if (!this.matrix.consents.some(({ id }) => id === event.id)) return;
        this.record(event.id, event.choice, 'form');
        this.wills.set(
          event.id,
          event.choice === 'declined' ? 'refused' : this.hasGpc ? 'allowed despite the signal' : 'allowed',
        );
        return;
      case 'signal':
        this.hasGpc = event.isSent;
        if (!event.isSent) return;
        for (const definition of this.matrix.consents)
          if (isRefusedBySignal(definition, this.answers.get(definition.id))) {
            this.record(definition.id, 'declined', 'gpc');
            this.wills.set(definition.id, 'refused');
          }
        return;
      case 'version':
        this.version++;
        for (const id of event.changed) {
          this.changedIn.set(id, this.version);
          if (this.wills.get(id)?.startsWith('allowed')) this.wills.set(id, 'allowed other words');
        }
        return;
      case 'move':
        this.residence = event.residence;
    }
  }

  /** Each promise of the privacy center, for whatever happened before. */
  check(): void {
    const { status } = this;
    for (const { id, kind, is_granted, needs_answer, choice } of status.consents) {
      const will = this.wills.get(id) ?? 'nothing';
      const about = `${id} (${kind}): ${will}`;
      if (will === 'refused') {
        assert.equal(is_granted, false, `a refusal became permission: ${about}`);
        assert.equal(needs_answer, kind === 'required', `a refusal is questioned: ${about}`);
        assert.equal(choice, 'declined', about);
      }
      if (will === 'allowed other words') {
        assert.equal(is_granted, false, `other words than those accepted count: ${about}`);
        if (needs_answer) assert.equal(status.needs_answer, true, `nobody asks anew: ${about}`);
        else assert.ok(this.hasGpc, `nobody asks anew: ${about}`);
      }
      if (will === 'nothing' && is_granted) {
        assert.ok(kind === 'opt_out' && !this.isProtected, `on without an answer: ${about}`);
        if (this.residence.country === 'US' && this.residence.state === null)
          for (const region of AMERICAN_REGIONS)
            assert.equal(region.consents.find((one) => one.id === id)?.kind, kind, `${region.id}: ${about}`);
      }
      if (will.startsWith('allowed') && !is_granted && will !== 'allowed other words')
        assert.ok(this.hasGpc && will === 'allowed', `permission was lost: ${about}`);
      if (is_granted) assert.notEqual(choice, 'declined', `the page would say "On - You declined": ${about}`);
    }
    if (this.isProtected && this.residence.country === 'IN')
      assert.ok(!isGranted(status, 'sale_share') && !isGranted(status, 'analytics'));
    if (status.gpc.is_honoured) assert.ok(!isGranted(status, 'sale_share'), 'the page would say "It isn’t"');
    if (status.shows_do_not_sell) {
      const will = this.wills.get('sale_share') ?? 'nothing';
      assert.ok(will === 'nothing' || will === 'allowed other words', `the banner asks again: ${will}`);
    }
  }
}

test('[PRIV-02] [PRIV-04] [PRIV-05] 10,000 histories of versions, regions, answers and signals: no refusal becomes permission, none is questioned, and changed words are asked anew', () => {
  fc.assert(
    fc.property(events, fc.boolean(), (all, isProtected) => {
      const history = new History(isProtected);
      for (const event of all) {
        history.apply(event);
        history.check();
      }
    }),
    { numRuns: 10_000, seed: 30 },
  );
});
