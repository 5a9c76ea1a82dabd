-- Drops a text's rendering when the text changes, whichever way, so that a row's HTML always matches its text.
-- `renderer` names the renderer; zero and below count failed attempts.
create or replace function core.await_rendering() returns trigger
language plpgsql set search_path = core as $$
begin
  new.rendered_html := null;
  new.renderer := 0;
  return new;
end
$$;

create or replace trigger events_made before insert on core.events for each row execute function core.await_rendering();
create or replace trigger events_rewritten before update of details
  on core.events for each row
  when (old.details is distinct from new.details)
  execute function core.await_rendering();
create or replace trigger messages_made before insert on core.messages for each row execute function core.await_rendering();
create or replace trigger messages_rewritten before update of body
  on core.messages for each row
  when (old.body is distinct from new.body)
  execute function core.await_rendering();
create or replace trigger news_made before insert on core.news for each row execute function core.await_rendering();
create or replace trigger news_rewritten before update of content
  on core.news for each row
  when (old.content is distinct from new.content)
  execute function core.await_rendering();
create or replace trigger series_made before insert on core.series for each row execute function core.await_rendering();
create or replace trigger series_rewritten before update of details
  on core.series for each row
  when (old.details is distinct from new.details)
  execute function core.await_rendering();
