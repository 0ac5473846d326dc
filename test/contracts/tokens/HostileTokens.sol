// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ERC20} from "@openzeppelin/contracts/token/ERC20/ERC20.sol";
import {ERC1363} from "@openzeppelin/contracts/token/ERC20/extensions/ERC1363.sol";
import {IERC1363Receiver} from "@openzeppelin/contracts/interfaces/IERC1363Receiver.sol";

/// @title A token that keeps one whole token of every transfer as a fee
contract FeeToken is ERC1363 {
    constructor(address holder) ERC20("Fee", "FEE") {
        _mint(holder, 1e30);
    }

    function _update(address from, address to, uint256 value) internal override {
        super._update(from, to, value);
        if (from != address(0) && to != address(0) && value >= 1e18) super._update(to, address(0xFEE), 1e18);
    }
}

/// @title A token whose `transferFrom` and `transferAndCall` report success without a transfer
contract LyingToken is ERC20 {
    constructor(address holder) ERC20("Lie", "LIE") {
        _mint(holder, 1e30);
    }

    function transferFrom(address, address, uint256) public pure override returns (bool) {
        return true;
    }

    function transferAndCall(address to, uint256 value, bytes calldata data) external returns (bool) {
        IERC1363Receiver(to).onTransferReceived(msg.sender, msg.sender, value, data);
        return true;
    }
}

/// @title A token that returns false instead of reverting
contract FalseToken is ERC20 {
    bool public failing;

    constructor(address holder) ERC20("False", "FALSE") {
        _mint(holder, 1e30);
    }

    function fail(bool failing_) external {
        failing = failing_;
    }

    function transfer(address to, uint256 value) public override returns (bool) {
        return !failing && super.transfer(to, value);
    }

    function transferFrom(address from, address to, uint256 value) public override returns (bool) {
        return !failing && super.transferFrom(from, to, value);
    }
}

/// @title A token that calls a target during transfers, like a token with recipient hooks
contract ReentrantToken is ERC1363 {
    address private target;
    bytes private call_;
    uint256 private times;
    bytes public answer;
    bool public succeeded;

    constructor(address holder) ERC20("Reentrant", "RE") {
        _mint(holder, 1e30);
    }

    /// @dev Calls `target_` with `data` before each of the next `times_` transfers.
    function callBack(address target_, bytes calldata data, uint256 times_) external {
        (target, call_, times) = (target_, data, times_);
    }

    function _update(address from, address to, uint256 value) internal override {
        if (times != 0) {
            times--;
            (succeeded, answer) = target.call(call_);
        }
        super._update(from, to, value);
    }
}
