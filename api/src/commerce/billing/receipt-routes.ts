import { billingCalls, type Receipt } from '@waymark/api-contract';
import type { Context } from '../../kernel/server/context.ts';
import { notFound } from '../../kernel/server/errors.ts';
import { route } from '../../kernel/server/route.ts';
import { writeReceiptPdf } from './receipt-pdf.ts';
import { presentReceipt } from './receipts.ts';
import { checkDomain, listAnswer } from './shop-requests.ts';

const PDFS_PER_HOUR = { max: 120, windowSeconds: 3600 };

const receiptsHandler = route<typeof billingCalls.receipts>({
  call: billingCalls.receipts,
  access: 'member',
  async handler({ context: { db }, caller, request }) {
    checkDomain(request);
    const rows = await db
      .selectFrom('receipts')
      .selectAll()
      .where('user_id', '=', caller!.userId)
      .orderBy('id', 'desc')
      .execute();
    return listAnswer('receipts', rows.map(presentReceipt), '/receipts');
  },
});

/** @throws ApiProblem 404 for the receipt of somebody else */
async function findReceipt({ db }: Context, userId: number, id: number): Promise<Receipt> {
  const row = await db
    .selectFrom('receipts')
    .selectAll()
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .executeTakeFirst();
  if (!row) throw notFound('receipt');
  return presentReceipt(row);
}

const receiptHandler = route<typeof billingCalls.receipt>({
  call: billingCalls.receipt,
  access: 'member',
  handler({ context, caller, params, request }) {
    checkDomain(request);
    return findReceipt(context, caller!.userId, params.id);
  },
});

const receiptPdfHandler = route<typeof billingCalls.receiptPdf>({
  call: billingCalls.receiptPdf,
  access: 'member',
  limit: PDFS_PER_HOUR,
  async handler({ context, caller, params, request, reply }) {
    checkDomain(request);
    const receipt = await findReceipt(context, caller!.userId, params.id);
    const member = await context.db
      .selectFrom('logins')
      .innerJoin('users', 'users.id', 'logins.user_id')
      .select(['display_name', 'email'])
      .where('logins.user_id', '=', caller!.userId)
      .executeTakeFirstOrThrow();
    const bytes = await writeReceiptPdf(receipt, [member.display_name, member.email]);
    return reply
      .type('application/pdf')
      .header('content-disposition', `attachment; filename="${receipt.number}.pdf"`)
      .header('cache-control', 'private, no-store')
      .send(bytes);
  },
});

export const receiptRoutes = [receiptsHandler, receiptHandler, receiptPdfHandler];
