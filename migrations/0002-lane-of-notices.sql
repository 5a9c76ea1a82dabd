-- The program states the lane of each notice that it queues. Notices that the previous version queues meanwhile go with
-- the reminders.
drop trigger if exists deliveries_lane_of_notice on core.deliveries;
drop function if exists core.choose_lane_of_notice();
