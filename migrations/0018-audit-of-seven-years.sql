-- Seven years, as `server/audit/feature.ts` says: the worker can remove no line that was not closed so long ago. In a migration of its own,
-- because every change adds to that table.
create policy audit_over on core.audit as restrictive for delete to watchbill_worker
  using (id <= (select max(c.id) from core.audit_checkpoints c where c.made_at < now() - interval '2555 days'));
grant delete on core.audit to watchbill_worker;
