function rulesTab(desk) { return { show() {} }; }
function checkTab(desk) { return { show() {} }; }
function stepsTab(desk) { return { show() {} }; }
