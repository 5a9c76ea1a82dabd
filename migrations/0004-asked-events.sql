-- The program stores the time and location of the event with a request. What the previous version stores meanwhile lacks
-- them: its shift is asked about, rather than confirmed.
drop trigger if exists requests_keep_asked_event on core.requests;
drop function if exists core.keep_asked_event();
